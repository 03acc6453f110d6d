// A clock that moves itself, from deadline to deadline, until a promise is settled.

import AsyncPromises

extension ManualClock {
  /// Advances the time from deadline to deadline until `promise` is settled.
  ///
  /// Use it in tests of an outcome rather than of its time: there are no pauses to add up. First
  /// all work in the scope of the caller becomes idle. As long as the promise is pending then, the
  /// time advances to the next deadline, and the sleepers that are due wake up as by
  /// ``advance(by:)``: the work of each is idle before anything else happens. The time stops at the
  /// deadline that settled the promise; for a promise that is already settled it does not advance.
  ///
  /// It always returns. A promise that no deadline settles fails the test with a report of what it
  /// waits for: at once when no task sleeps on the clock and the scope is idle, and after
  /// `maxAdvances` deadlines when a task always does, such as a loop around `sleep` that belongs to
  /// other work. Work that waits for real time or for a network is idle, as it is for
  /// ``advance(by:)``: await such a promise by its `value`.
  ///
  /// ## Cancellation
  /// A cancelled caller leaves the time unchanged, and gets `CancellationError`; the promise
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
  ///   - maxAdvances: the largest number of deadlines to advance to. With zero or less, the time
  ///     does not advance.
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
