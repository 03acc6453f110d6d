// Waiting for a condition, or while it holds, for code that uses more than promises.

import AsyncPromises
import AsyncPromisesTracking

/// Waits until `condition` holds.
///
/// Use it for code that offers no promise to await: a model that a handler fills, a delegate call,
/// a cache that a task writes to. If there is a promise, await it, or call
/// ``PromiseScope/settle(within:fileID:line:)``.
///
/// The condition is evaluated immediately, and again each time something happens in the caller's
/// scope: a promise settles, a handler returns, or an operation suspends or ends. If the caller is
/// in no scope, the promises that belong to no scope count instead.
///
/// The scope can't see other work finish, such as a separate task or a callback that sets a flag.
/// While nothing in the scope is running, the condition is therefore also evaluated every 10
/// milliseconds of real time.
///
/// The condition runs in the caller's isolation, so in a main-actor test it can read main-actor
/// state. It may await and throw. Promises that it creates don't count in any scope.
///
/// Waiting does not advance a ``ManualClock``, so advance the clock first.
///
/// ## Cancellation
/// If the caller is cancelled, the wait ends at once with `CancellationError`.
///
/// ## Example
/// ```swift
/// @Test @MainActor func feedEventually() async throws {
///   let feed = Feed()
///   Task { feed.items = try await server.items() }        // no promise: settle can't see it
///   try await eventually(within: .seconds(1)) { feed.items.count == 3 }
/// }
/// ```
///
/// - Parameters:
///   - limit: the maximum time to wait, in real time. If zero or negative, the condition is
///     evaluated once.
///   - isolation: the caller's isolation, by default; `condition` runs in it.
///   - condition: returns `true` to end the wait.
/// - Throws: ``UnsettledPromises``, with the line of the call and the scope's pending promises,
///   when the limit passes; any error that `condition` throws; `CancellationError` when the caller
///   is cancelled.
public func eventually(
  within limit: Duration, fileID: StaticString = #fileID, line: UInt = #line,
  isolation: isolated (any Actor)? = #isolation,
  _ condition: () async throws -> Bool
) async throws {
  let wait = ConditionWait(fileID, line)
  let error = wait.error("The condition was not met within \(limit).")
  try await wait.met(within: limit, orReport: error, condition).get()
}

/// Waits for a while, during which `condition` must hold.
///
/// Use it to see that something doesn't happen if there is no better way. With promises, advance a
/// ``ManualClock`` and settle the scope: then no work is left that could make it happen, and
/// nothing waits in real time.
///
/// The condition is evaluated when ``eventually(within:fileID:line:isolation:_:)`` would evaluate
/// it, in the same isolation.
///
/// ## Cancellation
/// If the caller is cancelled, the wait ends at once with `CancellationError`.
///
/// ## Example
/// ```swift
/// @Test @MainActor func feedOfNobody() async throws {
///   let feed = Feed()
///   Task { feed.items = try await server.items() }
///   try await consistently(for: .milliseconds(100)) { feed.items.count <= 3 }
/// }
/// ```
///
/// - Parameters:
///   - duration: how long to wait, in real time. If zero or negative, the condition is evaluated
///     once.
///   - isolation: the caller's isolation, by default; `condition` runs in it.
///   - condition: returns `false` to end the wait with an error.
/// - Throws: ``UnsettledPromises``, with the line of the call and the scope's pending promises, as
///   soon as the condition doesn't hold, or if it doesn't return in time; any error that
///   `condition` throws; `CancellationError` when the caller is cancelled.
public func consistently(
  for duration: Duration, fileID: StaticString = #fileID, line: UInt = #line,
  isolation: isolated (any Actor)? = #isolation,
  _ condition: () async throws -> Bool
) async throws {
  let wait = ConditionWait(fileID, line)
  let late = wait.error("The condition did not return within \(duration).")
  let start = ContinuousClock.now
  var isRunning = false
  let outcome = try await wait.met(within: duration, orReport: late) {
    isRunning = true
    let holds = try await condition()
    isRunning = false
    return !holds
  }
  switch outcome {
  case .success:
    let passed = Duration.milliseconds(Int((ContinuousClock.now - start) / .milliseconds(1)))
    throw wait.error("The condition did not hold for \(duration), but failed after \(passed).")()
  case .failure(let late): if isRunning { throw late }
  }
}

/// Evaluates a condition each time something happens in the caller's scope.
private struct ConditionWait {
  private let scope: Scope
  private let place: SourceLine

  init(_ fileID: StaticString, _ line: UInt) {
    Start.requireTracking()
    scope = TrackingContext.current?.scope ?? .ambient
    place = SourceLine(fileID, line)
  }

  /// Describes the scope when it is called.
  func error(_ reason: String) -> @Sendable () -> UnsettledPromises {
    { [scope, place] in UnsettledPromises(reason, in: scope, at: place) }
  }

  /// Returns once the condition is met, or with `report` once the time is up.
  func met(
    within limit: Duration, orReport report: @escaping @Sendable () -> UnsettledPromises,
    isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
  ) async throws -> Result<Void, UnsettledPromises> {
    defer { scope.host?.workIsDone(in: scope, isSettled: false) }
    return try await TrackingContext.$current.withValue(.outside(scope)) {
      guard limit > .zero else {
        return try await condition() ? .success(()) : .failure(report())
      }
      // A waiting operation must not count as an event itself, so it leaves the counting executor.
      return try await uncounted {
        try await limited(to: limit, orReport: report) {
          var event = scope.activity.nextEnd()
          while try await !condition() {
            try await scope.waits(for: event)
            // Renewed before the condition is evaluated, so that work ending meanwhile is noticed
            // next time.
            if event.resultIfSettled != nil { event = scope.activity.nextEnd() }
          }
        }
      }
    }
  }
}

extension Scope {
  /// How often to check for work that ends without an event.
  private static var interval: Duration { .milliseconds(10) }

  /// Returns when `event` or `time` settles, or when the scope has been idle for a while.
  ///
  /// The caller's actor gets a turn between events, however many there are, so nothing starves.
  @concurrent
  fileprivate func waits(for event: Promise<Void>) async throws {
    // Work that is running now will end after `event` was created.
    guard activity.isZero else { return try await event.get() }
    let pause = Promise.delay(for: Self.interval, clock: ContinuousClock())
    defer { pause.cancel() }
    try await Promise.race([event, pause]).get()
  }
}
