// A closure whose result the source leaves open, and one with an optional promise.

import GooglePromisesCompat

@MainActor
final class OverloadedStore {
  private(set) var journal: [String] = []

  private func first() -> Promise<Int> { Promise(1) }

  private func save(_ text: String) -> Int { text.count }
  private func save(_ number: Int) -> Promise<Int> {
    first().then { one -> Int in
      self.journal.append("saved \(number + one)")
      return number
    }
  }

  /// The second handler waits for the promise of the first.
  func run(_ end: @escaping @MainActor () -> Void) {
    first().then { number in self.save(number) }.then { _ in
      self.journal.append("after")
      end()
    }
  }

  /// An optional promise is a value: the second handler doesn't wait, and gets the promise.
  func look(_ end: @escaping @MainActor () -> Void) {
    let other: OverloadedStore? = self
    first().then { _ in other?.first() }.then { promise in
      self.journal.append(promise == nil ? "nothing" : "a promise")
      end()
    }
  }

  /// With `?`, a link is called on the promise.
  func number(_ end: @escaping @MainActor () -> Void) {
    let other: OverloadedStore? = self
    other?.first().then { number in other?.note(number) }.then { _ in end() }
  }

  private func note(_ number: Int) { journal.append("\(number)") }
}
