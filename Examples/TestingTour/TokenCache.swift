// The second feature under test: a token that is renewed in time. It uses Foundation but no
// promises.

import Foundation

/// Keeps a server's token fresh.
actor TokenCache {
  static let lifetime: Duration = .seconds(55 * 60)

  private(set) var token: Data?
  private(set) var lastError: (any Error)?

  private let url: URL
  private let clock: any Clock<Duration>
  private let load: @Sendable (URL) async throws -> Data

  /// - Parameters:
  ///   - clock: measures the age of a token. Tests can't control `Date()`.
  ///   - load: requests a token from the server.
  init(
    url: URL, clock: any Clock<Duration> = ContinuousClock(),
    load: @escaping @Sendable (URL) async throws -> Data
  ) {
    self.url = url
    self.clock = clock
    self.load = load
  }

  /// Renews the token before it is an hour old, or a minute after a failure, until cancelled.
  func run() async throws {
    while true {
      do {
        token = try await load(url)
        lastError = nil
      } catch {
        lastError = error
      }
      // Use `clock.sleep(for:)`, or `self.clock` with `Task.sleep(for:clock:)`: Foundation imports
      // libc's function `clock()`, so the bare name doesn't compile as an argument.
      try await clock.sleep(for: lastError == nil ? Self.lifetime : .seconds(60))
    }
  }

  /// Runs in the background.
  nonisolated func start() -> Task<Void, any Error> {
    Task { try await run() }
  }
}
