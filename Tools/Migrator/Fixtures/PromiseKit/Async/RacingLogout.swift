// A login that is under way when the user logs out: nothing of it is left.

import AsyncPromises

@MainActor
final class RacingSession {
  private(set) var user: String?
  private(set) var log: [String] = []
  private var generation = 0

  func logIn(_ name: String) async throws -> String {
    let generation = generation
    do {
      try await Task.sleep(for: .seconds(1))
      let token = try await self.token(of: name)
      guard generation == self.generation else { throw CancellationError() }
      self.user = name
      return token
    } catch {
      try Task.checkCancellation()
      if error is CancellationError { throw error }
      self.log.append("no login")
      throw error
    }
  }

  func logOut() {
    generation += 1
    user = nil
  }

  private func token(of name: String) async throws -> String {
    try await Task.sleep(for: .seconds(1))
    return "token of \(name)"
  }
}
