// Running a test in its own scope.

import AsyncPromises
import AsyncPromisesTracking
import Foundation

/// Runs `body` in a new promise scope.
///
/// The scope ends when `body` returns. Under ``LeftoverPolicy/fail``, the default, it then waits,
/// for at most the time given by `within`, for work that finishes on its own: running handlers and
/// operations, and timers on the system's clocks. Promises still pending after that are leftovers,
/// which fail the test. The error says whether work did not finish in time, or whether nothing in
/// the scope can settle the leftovers, because they wait for a resolver, for a promise from
/// outside, or for the test's clock. If `body` throws, its error is rethrown and leftovers are
/// ignored, except under ``LeftoverPolicy/cancel``.
///
/// Mistakes reported in the scope also fail the test: an unhandled error, a promise settled twice,
/// and the others listed in ``ReportPolicy``. If `body` throws, its error is rethrown, and the
/// mistakes fail the enclosing scope, if any.
///
/// Pass a `limit` to get a report from a test that hangs. When the time is up, `body` is cancelled,
/// and the error lists the promises that were pending. If `body` still does not return, the report
/// is printed a second later.
///
/// It works in both XCTest and Swift Testing. Nothing is reported from inside callbacks; errors are
/// thrown in the waiting task.
///
/// ## Cancellation
/// Cancelling the caller cancels whatever `body` awaits, as usual. The scope's pending promises are
/// printed to standard error, because the cancellation usually means that a test runner's time
/// limit has passed. A test that cancels itself, as with `Test.cancel()`, is not reported.
///
/// ## Example
/// ```swift
/// @Test func login() async throws {
///   try await withPromiseScope { scope in
///     let session = Session()
///     session.login("anna")
///     try await scope.settle(within: .seconds(1))
///     #expect(session.user?.name == "anna")
///   }
/// }
/// ```
///
/// - Parameters:
///   - name: the scope's name in reports.
///   - leftovers: what happens to promises still pending at the end.
///   - reports: what happens to mistakes reported in the scope.
///   - clock: the clock of delays, time limits, retries and caches that are created in the scope
///     without one; by default that of the enclosing scope or, without one, the continuous clock.
///   - ending: how long work may take to finish after `body` returns, in real time.
///   - limit: how long `body` may take, in real time; no limit by default.
///   - patience: how long after the scope's last event a promise may wait for its resolver before
///     it counts as waiting for the test, in real time; by default that of the enclosing scope, or
///     20 milliseconds without one.
///   - isolation: the caller's isolation, by default; `body` runs in it.
///   - body: the test.
/// - Returns: the value that `body` returns. If that is a promise, await it in `body` instead: the
///   scope can't see an error that is still unhandled outside.
/// - Throws: the error that `body` throws; ``UnsettledPromises``; ``ReportedMistakes``;
///   `CancellationError` when the caller is cancelled.
public func withPromiseScope<R>(
  _ name: String? = nil, leftovers: LeftoverPolicy = .fail, reports: ReportPolicy = .fail,
  clock: (any Clock<Duration>)? = nil,
  within ending: Duration = .seconds(10), limit: Duration? = nil,
  callbackPatience patience: Duration? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (PromiseScope) async throws -> R
) async throws -> R {
  let place = SourceLine(fileID, line)
  let hook = Hook()
  defer { withExtendedLifetime(hook) {} }
  let scope = PromiseScope(name, callbackPatience: patience, clock: clock, at: place, hook: hook)
  do {
    let result = try await scope.run(
      leftovers, within: ending, limit: limit, ifCancelled: { _ in }, body)
    let mistakes = await scope.takeMistakes(within: ending)
    guard case .fail = reports, !mistakes.isEmpty else { return result }
    throw ReportedMistakes(events: mistakes, place: place, title: scope.title)
  } catch var error as UnsettledPromises {
    let mistakes = await scope.takeMistakes(within: ending)
    if case .fail = reports { error.mistakes += mistakes }
    throw error
  } catch {
    if case .ignore = reports { _ = await scope.takeMistakes(within: ending) }
    throw error
  }
}

extension PromiseScope {
  /// Runs `body` in the scope, then ends the scope.
  ///
  /// - Parameter tell: called with the promises that were pending when the task was cancelled.
  package func run<R>(
    _ leftovers: LeftoverPolicy, within ending: Duration, limit: Duration?,
    ifCancelled tell: @escaping @Sendable (UnsettledPromises) -> Void,
    isolation: isolated (any Actor)? = #isolation, _ body: (PromiseScope) async throws -> R
  ) async throws -> R {
    try await reportingCancellation(to: tell) {
      let result: R
      do {
        result = try await TrackingContext.$current.withValue(.inside(scope)) {
          try await running(within: limit, body)
        }
      } catch {
        if case .cancel = leftovers { try? await end(leftovers, within: ending) }
        throw error
      }
      try await end(leftovers, within: ending)
      return result
    }
  }

  /// Calls `body`, which runs the test and ends the scope, and prints the pending promises if the
  /// task is cancelled meanwhile.
  private func reportingCancellation<R>(
    to tell: @escaping @Sendable (UnsettledPromises) -> Void,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
  ) async throws -> R {
    let report = CancellationReport(of: self, tell)
    defer { report.bodyEnded() }
    return try await withTaskCancellationHandler(operation: body) { report.print() }
  }

  /// Calls `body`, and cancels it when the time is up.
  private func running<R>(
    within limit: Duration?, isolation: isolated (any Actor)? = #isolation,
    _ body: (PromiseScope) async throws -> R
  ) async throws -> R {
    guard let limit else { return try await body(self) }
    return try await limited(to: limit) { [title, scope, place] in
      let graph = WaitGraph(of: scope)
      let hint = graph.isEmpty ? " It waits for something other than a promise." : ""
      return UnsettledPromises("\(title) did not end within \(limit).\(hint)", graph, at: place)
    } _: {
      try await body(self)
    }
    .get()
  }
}

/// The report of a scope whose task is cancelled.
private final class CancellationReport: @unchecked Sendable {
  private let scope: PromiseScope
  private let tell: @Sendable (UnsettledPromises) -> Void
  private let lock = NSLock()
  private var isOver = false
  /// Kept until the body has ended, because no promise may be released in a cancellation handler.
  private var graph: WaitGraph?

  init(of scope: PromiseScope, _ tell: @escaping @Sendable (UnsettledPromises) -> Void) {
    (self.scope, self.tell) = (scope, tell)
  }

  func print() {
    // Code in the scope knows why it cancels its test.
    guard TrackingContext.current?.scope.isWithin(scope.scope) != true else { return }
    let found = lock.withLock {
      if !isOver { graph = WaitGraph(of: scope.scope, isKeeping: true) }
      return graph
    }
    guard let found else { return }
    let error = scope.cancelled(found)
    error.print()
    tell(error)
  }

  func bodyEnded() {
    lock.withLock { isOver = true }
  }
}
