// Links whose closures call one of two overloads: they wait for the promise of one, and take the
// result of the other as their value. They stay with what they use, and other code converts it.

import Dispatch
import GooglePromisesCompat

@MainActor
final class KeptSteps {
  private(set) var lines: [String] = []
  private let saver = KeptSaver()

  private func note(_ text: String) {
    dispatchPrecondition(condition: .onQueue(.main))
    lines.append(text)
  }

  func wait(_ end: @escaping @MainActor () -> Void) {
    saver.keptNumber().then { number in self.saver.keep(number) }.then { number in
      self.note("after \(number)")
    }.always { end() }
  }

  func go(_ end: @escaping @MainActor () -> Void) {
    saver.keptNumber().then { number in self.saver.keep("\(number)") }.then { number in
      self.note("after \(number)")
    }.always { end() }
  }

  func fail(_ end: @escaping @MainActor () -> Void) {
    saver.keptNumber().then { number in self.saver.keep(-number) }.recover { error -> Int in
      self.note("\(error)")
      return 0
    }.always { end() }
  }

  func convert(_ end: @escaping @MainActor () -> Void) {
    saver.keptNumber().then { number -> Int in
      self.note("first \(number)")
      return number + 1
    }.then { number -> Promise<Int> in
      self.note("second \(number)")
      return self.saver.keptNumber()
    }.then { number in
      self.note("third \(number)")
    }.always { end() }
  }
}

struct KeptSaver: Sendable {
  struct Failure: Error {}

  func keptNumber() -> Promise<Int> { keep(0) }
  func keep(_ text: String) -> Int { text.count + 10 }

  /// Answers later.
  func keep(_ number: Int) -> Promise<Int> {
    Promise<Int> { fulfill, reject in
      DispatchQueue.global().async {
        if number < 0 { reject(Failure()) } else { fulfill(number + 1) }
      }
    }
  }
}
