// Clean-up that stays on the main actor, between what it cleans up and what comes after.

import PromiseKitCompat

@MainActor
final class EnsureScreen {
  private(set) var log: [String] = []
  let source: FixtureSource

  init(source: FixtureSource) { self.source = source }

  /// The spinner goes before the error is shown.
  func load() -> Promise<Int> {
    log.append("begins")
    return firstly {
      source.number()
    }.map { number in
      number + 1  // one more
    }.ensure {
      MainActor.preconditionIsolated()
      self.log.append("over")
    }.get { number in
      self.log.append("shows \(number)")
    }
  }
}

struct FixtureSource: Sendable {
  let value: Int?
  struct Missing: Error, Equatable {}

  func number() -> Promise<Int> {
    guard let value else { return Promise(error: Missing()) }
    return .value(value)
  }
}
