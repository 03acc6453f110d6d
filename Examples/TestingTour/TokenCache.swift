// The second feature of this tour: a token that is renewed in time. No promise in sight, and
// Foundation is imported.

import Foundation

/// Keeps a token of a server fresh.
actor TokenCache {
  static let lifetime: Duration = .seconds(55 * 60)

  private(set) var token: Data?
  private(set) var lastError: (any Error)?

  private let url: URL
  private let clock: any Clock<Duration>
  private let load: @Sendable (URL) async throws -> Data

  /// - Parameters:
  ///   - clock: says when a token is old. `Date()` would not: no test moves that.
  ///   - load: asks the server for a token.
  init(
    url: URL, clock: any Clock<Duration> = ContinuousClock(),
    load: @escaping @Sendable (URL) async throws -> Data
  ) {
    self.url = url
    self.clock = clock
    self.load = load
  }

  /// Renews the token before it is an hour old, a minute later if the server is down; until it is
  /// cancelled.
  func run() async throws {
    while true {
      do {
        token = try await load(url)
        lastError = nil
      } catch {
        lastError = error
      }
      // `clock.sleep(for:)`, or `self.clock` in `Task.sleep(for:clock:)`: Foundation brings libc's
      // function `clock()` along, so that the bare name does not do as an argument.
      try await clock.sleep(for: lastError == nil ? Self.lifetime : .seconds(60))
    }
  }

  /// The same in the background.
  nonisolated func start() -> Task<Void, any Error> {
    Task { try await run() }
  }
}
