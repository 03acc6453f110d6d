// Names that are those of the library, and are not.

import PromiseKitCompat

@MainActor
final class ShadowingScreen {
  struct Guarantee { let days: Int }
  enum Resolver { case court }
  let journal = DeskJournal()

  /// Not the library's.
  func after(_ words: String) -> String { "after \(words)" }
  func when(_ hour: Int) -> String { "when \(hour)" }

  func guarantee() -> Guarantee { Guarantee(days: 30) }
  func resolver() -> Resolver { .court }

  func words(_ resolver: Int, value: String) -> Promise<String> {
    let error = "an error"
    return firstly { () -> Promise<Int> in
      guard resolver > 0 else { throw DeskError.refused }
      journal.write(error)
      return .value(resolver)
    }.get { _ in
      self.journal.write(value)
    }.map { number in
      [self.after("\(number)"), self.when(number), value].joined(separator: ", ")
    }
  }

  func twice() -> Promise<Int> { nested(nested(.value(1))) }

  /// A shadowed name in a closure.
  func nested(_ promise: Promise<Int>) -> Promise<Int> {
    promise.then { promise -> Promise<Int> in
      let value = promise + 1
      return Promise.value(value).get { value in
        self.journal.write("inner \(value)")
      }
    }.get { promise in
      self.journal.write("outer \(promise)")
    }
  }
}
