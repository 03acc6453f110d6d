// A clock that moves itself, from deadline to deadline, until a promise is settled.

import AsyncPromises

extension ManualClock {
  /// Advances the time from deadline to deadline until `promise` is settled.
  ///
  /// Use it to test an outcome, not its timing: no pauses to add up. It waits until all work in the
  /// caller's scope is idle. While the promise is still pending, it advances to the next deadline
  /// and wakes the due sleepers like ``advance(by:)``: the work of each becomes idle before
  /// anything else happens. The time stops at the deadline that settled the promise; for a promise
  /// that is already settled, it does not advance.
  ///
  /// It always returns. If no deadline settles the promise, the test fails with a report of what
  /// the promise waits for: at once if no task sleeps on the clock and the scope is idle, and after
  /// `maxAdvances` deadlines if a task always does, such as an unrelated loop around `sleep`. Work
  /// that waits for real time or the network counts as idle, as for ``advance(by:)``: await the
  /// `value` of such a promise.
  ///
  /// ## Cancellation
  /// A cancelled caller does not change the time, and gets `CancellationError`; the promise
  /// continues.
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
  ///   - maxAdvances: the most deadlines to advance to. With zero or less, the time does not
  ///     advance.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
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
      // In the caller's turn: at any other time someone else may have woken the last sleeper, whose
      // work is to settle the promise.
      await move { _ in
        outcome = promise.resultIfSettled
        deadline = outcome == nil ? deadlines.first : nil
        return advances < maxAdvances ? deadline : nil
      }
      if let outcome = outcome ?? promise.resultIfSettled { return try outcome.get() }
      try Task.checkCancellation()
      guard deadline != nil else {
        throw UnsettledPromises(
          "No task sleeps on the clock any more, \(now), and the promise is still pending.",
          in: scope, at: SourceLine(fileID, line))
      }
      guard advances < maxAdvances else {
        throw UnsettledPromises(
          "The promise is still pending after \(advances) advances of the clock, \(now).",
          in: scope, at: SourceLine(fileID, line))
      }
      advances += 1
    }
  }
}
