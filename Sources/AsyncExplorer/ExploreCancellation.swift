// Cancellation at every suspension point.

/// Runs `body` once as it comes, and then again and again, cancelled at each of its suspension
/// points in turn.
///
/// A cancelled run fails when it does not end, when it records an issue, or when it leaves
/// something behind: a promise that is pending, or a task that nothing will resume and that the run
/// without a cancellation does not leave. It may throw whatever it likes. A suspension point is
/// wherever the task of the body gives up its thread, which it does for every hop; tasks that the
/// body makes are cancelled by it, or not at all.
///
/// Promises are tracked from the first call on, unless `ASYNC_PROMISES_TRACKING=off` is in the
/// environment: then those that are left pending are not seen.
///
/// ## Cancellation
/// A cancelled caller stops after the run that is under way, with `CancellationError`.
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
///   - orders: in how many orders the body runs for each of the points, the first of them first
///     come, first served. Traps if it is less than one.
///   - longestWait: how long to wait, in real time, for what has left to a thread or a queue.
///   - fileID: the caller's file, by default.
///   - line: the caller's line, by default.
///   - body: what runs.
/// - Returns: what was seen.
/// - Throws: ``ExplorationFailure``, or `CancellationError`.
@discardableResult
public nonisolated(nonsending) func exploreCancellation(
  orders: Int = 4, longestWait: Duration = .milliseconds(250), fileID: StaticString = #fileID,
  line: UInt = #line, _ body: @escaping () async throws -> Void
) async throws -> ExplorationSummary {
  precondition(orders > 0, "Exploring cancellation needs at least one order: pass 1 or more.")
  return try await Explorer(body, longestWait, "\(fileID):\(line)")
    .exploreCancellation(orders: orders)
}
