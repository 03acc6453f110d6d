// What was asked for last is shown, in whatever order the answers come.

import AsyncPromises

@MainActor
final class RacingFeed {
  private(set) var shown: [String] = []
  private(set) var latest = ""
  private(set) var spinners = 0
  private var reloads = 0

  func reload(_ query: String) async throws {
    reloads += 1
    latest = query
    let reload = reloads
    spinners += 1
    defer {
      self.spinners -= 1
    }
    let found = try await find(query)
    guard reload == self.reloads else { return }  // overtaken
    self.shown = found
  }

  /// Every answer takes as long as the others.
  private func find(_ query: String) async throws -> [String] {
    try await Task.sleep(for: .seconds(1))
    if query.isEmpty { throw RacingError.nothingToFind }
    return ["\(query) 1", "\(query) 2"]
  }
}

enum RacingError: Error {
  case nothingToFind
}
