// The feature that this tour tests: messages that are sent in the background.

import AsyncPromises

/// Sends messages, each again and again until the server takes it.
@MainActor final class Outbox {
  /// What the user sees.
  private(set) var sent: [String] = []
  private(set) var failed: [String] = []

  private let clock: any Clock<Duration>
  private let deliver: @Sendable (String) async throws -> Void

  /// - Parameters:
  ///   - clock: measures the pauses between the attempts. Tests bring their own.
  ///   - deliver: hands a message to the server.
  init(
    clock: any Clock<Duration> = ContinuousClock(),
    deliver: @escaping @Sendable (String) async throws -> Void
  ) {
    self.clock = clock
    self.deliver = deliver
  }

  /// Sends a message in the background: ten attempts within an hour and a half.
  func send(_ message: String) {
    let deliver = deliver
    Promise.retry(
      maxAttempts: 10, backoff: .exponential(base: .seconds(10)), clock: clock,
      { _ in try await deliver(message) }
    )
    .done { self.sent.append(message) }
    .catch { _ in self.failed.append(message) }
  }

  /// Counts the messages that the server has, with the callback of an older interface.
  nonisolated func count(of server: Server, completion: @escaping @Sendable (Int) -> Void) {
    Promise { await server.messages.count }.done { completion($0) }
  }
}

/// A server that is down for a while.
actor Server {
  private(set) var messages: [String] = []
  private var refusals: Int

  struct Down: Error {}

  /// - Parameter refusals: how many messages it does not take before it is up.
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
