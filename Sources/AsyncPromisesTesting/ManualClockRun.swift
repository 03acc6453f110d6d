// Advancing a clock from deadline to deadline until a promise is settled.

import AsyncPromises
import AsyncPromisesTracking

extension ManualClock {
  /// Advances the time from deadline to deadline until `promise` is settled.
  ///
  /// Use it to test an outcome rather than its timing; there are no pauses to add up. It waits
  /// until all work in the caller's scope is idle. As long as the promise is pending, it then
  /// advances to the next deadline and wakes the due sleepers as ``advance(by:)`` does: the work of
  /// each becomes idle before anything else happens. The time stops at the deadline that settled
  /// the promise. If the promise is already settled, the time does not advance.
  ///
  /// It always returns. If no deadline settles the promise, the test fails with a report of what
  /// the promise waits for. That happens at once if the scope is idle and no task is sleeping on
  /// the clock. If some task is always sleeping on it, such as an unrelated loop around `sleep`,
  /// the test fails after `maxAdvances` deadlines. As with ``advance(by:)``, work that waits for
  /// real time or the network counts as idle; if a promise depends on such work, await its `value`
  /// instead.
  ///
  /// ## Cancellation
  /// If the caller is cancelled, the call advances the time no further and throws
  /// `CancellationError`; the promise continues.
  ///
  /// ## Example
  /// ```swift
  /// let answer = Promise.retry(maxAttempts: 9, backoff: .constant(.seconds(60)), clock: clock) {
  ///   try await server.answer($0)
  /// }
  /// #expect(try await clock.run(until: answer) == 42)
  /// ```
  ///
  /// - Parameters:
  ///   - promise: the promise to wait for.
  ///   - maxAdvances: the maximum number of deadlines to advance to. If zero or negative, the time
  ///     does not advance.
  /// - Returns: the value of the promise.
  /// - Throws: the error that the promise is rejected with; ``UnsettledPromises``, with the line of
  ///   the call, when no deadline settles it; `CancellationError` when the caller is cancelled.
  @discardableResult
  public func run<Value>(
    until promise: Promise<Value>, maxAdvances: Int = 1_000, fileID: StaticString = #fileID,
    line: UInt = #line
  ) async throws -> Value {
    Start.requireTracking()
    let scope = TrackingContext.current?.scope ?? .ambient
    var advances = 0
    while true {
      var outcome: Result<Value, any Error>?
      var deadline: Instant?
      // Checked during the caller's turn. At any other time, another call may just have woken the
      // last sleeper, whose work is about to settle the promise.
      await move { _ in
        outcome = promise.resultIfSettled
        deadline = outcome == nil ? deadlines.first : nil
        return advances < maxAdvances ? deadline : nil
      }
      if let outcome = outcome ?? promise.resultIfSettled { return try outcome.get() }
      try Task.checkCancellation()
      guard deadline != nil else {
        throw UnsettledPromises(
          "The promise is still pending \(now), and no task is sleeping on the clock.",
          in: scope, at: SourceLine(fileID, line))
      }
      guard advances < maxAdvances else {
        throw UnsettledPromises(
          "After \(advances) advances of the clock, \(now), the promise is still pending.",
          in: scope, at: SourceLine(fileID, line))
      }
      advances += 1
    }
  }
}
