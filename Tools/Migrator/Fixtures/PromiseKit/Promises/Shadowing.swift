// Names that are those of the library, and are not.

import AsyncPromises

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
    return Promise<Int> { outcome in
      guard resolver > 0 else { throw DeskError.refused }
      journal.write(error)
      outcome.follow(.fulfilled(resolver))
    }.map { outcome in
      self.journal.write(value)
      return outcome
    }.map { number in
      [self.after("\(number)"), self.when(number), value].joined(separator: ", ")
    }
  }

  func twice() -> Promise<Int> { nested(nested(.fulfilled(1))) }

  /// A shadowed name in a closure.
  func nested(_ promise: Promise<Int>) -> Promise<Int> {
    promise.then { promise -> Promise<Int> in
      let value = promise + 1
      return Promise.fulfilled(value).map { value in
        self.journal.write("inner \(value)")
        return value
      }
    }.map { promise in
      self.journal.write("outer \(promise)")
      return promise
    }
  }
}
