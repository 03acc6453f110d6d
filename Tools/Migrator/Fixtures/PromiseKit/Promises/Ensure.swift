// Clean-up that stays on the main actor, between what it cleans up and what comes after.

import AsyncPromises

@MainActor
final class EnsureScreen {
  private(set) var log: [String] = []
  let source: FixtureSource

  init(source: FixtureSource) { self.source = source }

  /// The spinner goes before the error is shown.
  func load() -> Promise<Int> {
    log.append("begins")
    return source.number().map { number in
      number + 1  // one more
    }.finally {
      MainActor.preconditionIsolated()
      self.log.append("over")
    }.map { number in
      self.log.append("shows \(number)")
      return number
    }
  }
}

struct FixtureSource: Sendable {
  let value: Int?
  struct Missing: Error, Equatable {}

  func number() -> Promise<Int> {
    guard let value else { return Promise.rejected(Missing()) }
    return .fulfilled(value)
  }
}
