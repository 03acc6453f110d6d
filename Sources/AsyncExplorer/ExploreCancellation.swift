// Cancellation at every suspension point.

/// Runs `body` once in first-come, first-served order, and then again for each of its suspension
/// points, cancelling it there.
///
/// A cancelled run fails if it does not end, records an issue, or leaves something behind: a
/// pending promise, or a task that nothing will resume and that the uncancelled run does not leave
/// behind. It may throw anything. A suspension point is any point where the body's task gives up
/// its thread, which includes every hop. Tasks that the body creates are cancelled only if the body
/// cancels them.
///
/// Promises are tracked from the first call onward. With `ASYNC_PROMISES_TRACKING=off` in the
/// environment they are not, and pending promises go unnoticed.
///
/// ## Cancellation
/// If the caller is cancelled, the exploration stops with `CancellationError` after the current
/// run.
///
/// ## Example
/// ```swift
/// try await exploreCancellation {
///   let pool = ConnectionPool(size: 1)
///   let first = try await pool.connection()
///   async let second = pool.connection()
///   await first.release()
///   _ = try await second
/// }
/// ```
///
/// - Parameters:
///   - orders: the number of orders to run for each suspension point; the first order is first
///     come, first served. Traps if less than one.
///   - longestWait: how long to wait, in real time, for work on a thread or queue outside the
///     exploration.
///   - body: the code to explore.
/// - Returns: a summary of the runs.
/// - Throws: ``ExplorationFailure``, or `CancellationError`.
@discardableResult
public nonisolated(nonsending) func exploreCancellation(
  orders: Int = 4, longestWait: Duration = .milliseconds(250), fileID: StaticString = #fileID,
  line: UInt = #line, _ body: @escaping () async throws -> Void
) async throws -> ExplorationSummary {
  precondition(orders > 0, "Exploring cancellation needs at least one order: pass 1 or more.")
  return try await Explorer(body, longestWait, "\(fileID):\(line)", call: "exploreCancellation")
    .exploreCancellation(orders: orders)
}

/// Runs `body` twice: once without cancelling it, and once in the order and with the cancellation
/// that a report gives.
///
/// ## Cancellation
/// If the caller is cancelled, the call throws `CancellationError` before the next run begins.
///
/// ## Example
/// ```swift
/// try await exploreCancellation(replay: "f2c3") {
///   let pool = ConnectionPool(size: 1)
///   let connection = try await pool.connection()
///   await connection.release()
/// }
/// ```
///
/// - Parameters:
///   - schedule: the string from the report. Traps if it is malformed.
///   - longestWait: how long to wait, in real time, for work on a thread or queue outside the
///     exploration.
///   - body: the same body as in the exploration that failed.
/// - Throws: ``ExplorationFailure`` if the body fails again, or `CancellationError`.
public nonisolated(nonsending) func exploreCancellation(
  replay schedule: String, longestWait: Duration = .milliseconds(250),
  fileID: StaticString = #fileID, line: UInt = #line, _ body: @escaping () async throws -> Void
) async throws {
  let place = "\(fileID):\(line)"
  try await Explorer(body, longestWait, place, call: "exploreCancellation")
    .replayCancellation(.parse(schedule, isCancelled: true, at: place))
}
