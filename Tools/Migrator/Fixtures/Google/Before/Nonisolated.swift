// Code of no actor, whose handlers run on the main queue all the same.

import GooglePromisesCompat

struct NonisolatedError: Error, Equatable {}

@MainActor
final class NonisolatedLabel {
  var text = "" {
    didSet { MainActor.preconditionIsolated() }
  }
}

struct NonisolatedLoader: Sendable {
  let label: NonisolatedLabel

  func number(_ number: Int) -> Promise<Int> {
    number < 0 ? Promise(NonisolatedError()) : Promise(number)
  }

  private func show(_ text: String) {
    MainActor.assumeIsolated { label.text = text }
  }

  func load(_ start: Int) -> Promise<Int> {
    number(start).then { number in
      MainActor.preconditionIsolated()
      return number + 1
    }.then {
      MainActor.preconditionIsolated()
      return self.number($0 * 2)
    }.then { number in
      self.show("\(number)")
    }.recover { error in
      MainActor.preconditionIsolated()
      if start < -1 { throw error }
      return 0
    }.validate { _ in
      MainActor.preconditionIsolated()
      return true
    }.always {
      MainActor.preconditionIsolated()
    }.catch { _ in
      MainActor.preconditionIsolated()
    }
  }

  func made(_ value: Int) -> Promise<Int> {
    Promise<Int> { fulfill, _ in
      MainActor.preconditionIsolated()
      fulfill(value)
    }.then { _ in self.show("made") }
  }

  func worked(_ value: Int) -> Promise<Int> {
    Promise<Int> {
      MainActor.preconditionIsolated()
      return value
    }
  }

  func tried(_ value: Int) -> Promise<Int> {
    retry(attempts: 1, delay: 0, condition: { _, _ in value > -5 }) { self.number(value) }
  }
}
