// A time limit for the user's own code.

import AsyncPromises
import AsyncPromisesTracking

/// Calls `body`, and cancels it once `limit` has passed.
///
/// - Parameter report: the error for a body that takes too long. It is printed if the body ignores
///   the cancellation for a second, or blocks the caller's actor.
/// - Returns: the body's result, or the error if it takes too long.
func limited<R>(
  to limit: Duration, isolation: isolated (any Actor)? = #isolation,
  orReport report: @escaping @Sendable () -> UnsettledPromises,
  _ body: () async throws -> R
) async throws -> Result<R, UnsettledPromises> {
  try await withoutActuallyEscaping(body) { body in
    let call = BodyCall(body)
    let error = await withTaskGroup(of: UnsettledPromises?.self) { group in
      group.addTask {
        await call.run(on: isolation)
        return nil
      }
      group.addTask { await call.report(after: limit, report) }
      let error = await group.next() ?? nil
      group.cancelAll()
      await group.waitForAll()
      call.lateReport?.cancel()
      return error
    }
    if let error { return .failure(error) }
    return .success(try call.outcome.get())
  }
}

/// A body that runs in a child task.
///
/// SAFETY: the child runs it in the caller's isolation while the caller only waits, so neither the
/// body nor its result is ever used concurrently. Another child creates the late report, which is
/// read after that child has ended.
private final class BodyCall<R>: @unchecked Sendable {
  private let body: () async throws -> R
  private(set) var outcome: Result<R, any Error> = .failure(CancellationError())
  private(set) var lateReport: Task<Void, any Error>?

  init(_ body: @escaping () async throws -> R) {
    self.body = body
  }

  func run(on isolation: isolated (any Actor)?) async {
    do {
      outcome = .success(try await body())
    } catch {
      outcome = .failure(error)
    }
  }

  /// - Returns: the error for a body that takes too long; `nil` if the body ended in time.
  @concurrent
  func report(
    after limit: Duration, _ report: @Sendable () -> UnsettledPromises
  ) async -> UnsettledPromises? {
    // A cancelled sleep of Swift's runtime would stay in memory until the limit.
    let isOver: Void? = try? await TrackingContext.$current.withValue(.outside(.process)) {
      try await Promise.delay(for: limit, clock: ContinuousClock()).get()
    }
    if isOver == nil { return nil }
    let error = report()
    lateReport = Task.detached {
      try await Task.sleep(for: .seconds(1))
      error.print()
    }
    return error
  }
}
