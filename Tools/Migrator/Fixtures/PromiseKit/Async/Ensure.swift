// Clean-up that stays on the main actor, between what it cleans up and what comes after.

import AsyncPromises

@MainActor
final class EnsureScreen {
  private(set) var log: [String] = []
  let source: FixtureSource

  init(source: FixtureSource) { self.source = source }

  /// The spinner goes before the error is shown.
  func load() async throws -> Int {
    log.append("begins")
    let number2: Int
    do {
      defer {
        MainActor.preconditionIsolated()
        self.log.append("over")
      }
      let number = try await source.number()
      number2 = number + 1  // one more
    }
    self.log.append("shows \(number2)")
    return number2
  }
}

struct FixtureSource: Sendable {
  let value: Int?
  struct Missing: Error, Equatable {}

  func number() async throws -> Int {
    guard let value else { throw Missing() }
    return value
  }
}
