// The feature under test: an outbox that sends messages in the background.

import AsyncPromises

/// Sends messages, and retries each until the server accepts it or the attempts are used up.
@MainActor final class Outbox {
  /// The messages, as shown to the user.
  private(set) var sent: [String] = []
  private(set) var failed: [String] = []

  private let clock: any Clock<Duration>
  private let deliver: @Sendable (String) async throws -> Void

  /// - Parameters:
  ///   - clock: measures the pauses between the attempts. Tests provide their own.
  ///   - deliver: passes a message to the server.
  init(
    clock: any Clock<Duration> = ContinuousClock(),
    deliver: @escaping @Sendable (String) async throws -> Void
  ) {
    self.clock = clock
    self.deliver = deliver
  }

  /// Sends a message in the background, with up to ten attempts in an hour and a half.
  func send(_ message: String) {
    let deliver = deliver
    Promise.retry(
      maxAttempts: 10, backoff: .exponential(base: .seconds(10)), clock: clock,
      { _ in try await deliver(message) }
    )
    .done { self.sent.append(message) }
    .catch { _ in self.failed.append(message) }
  }

  /// Counts the server's messages, with a callback like those of older interfaces.
  nonisolated func count(of server: Server, completion: @escaping @Sendable (Int) -> Void) {
    Promise { await server.messages.count }.done { completion($0) }
  }
}

/// A server that is down at first.
actor Server {
  private(set) var messages: [String] = []
  private var refusals: Int

  struct Down: Error {}

  /// - Parameter refusals: the number of messages that it refuses before it is up.
  init(refusals: Int = 0) {
    self.refusals = refusals
  }

  func take(_ message: String) throws {
    guard refusals == 0 else {
      refusals -= 1
      throw Down()
    }
    messages.append(message)
  }
}
