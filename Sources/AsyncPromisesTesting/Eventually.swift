// The wait for a condition, in code under test that is not made of promises alone.

import AsyncPromises

/// Waits until `condition` holds.
///
/// Use it for code under test that has no promise to wait for: a model that a handler fills, a
/// delegate that is called, a cache that a task writes. Where there is a promise, await it, or wait
/// with ``PromiseScope/settle(within:fileID:line:)``.
///
/// The condition is evaluated at once, and then whenever something ends in the scope of the caller:
/// a promise is settled, a handler or a part of an operation has run. Outside of a scope, the
/// promises that were created outside of scopes count.
///
/// The scope can't see the end of other work, such as a separate task or a callback that sets a
/// flag: while nothing in the scope is running, the condition is evaluated every 10 milliseconds of
/// real time as well. While something is running, there is no interval.
///
/// The condition runs in the isolation of the caller: in a test of the main actor it reads state of
/// the main actor. It may await and throw. Promises that it creates count nowhere.
///
/// The wait advances no clock: with a ``ManualClock``, advance that first.
///
/// ## Cancellation
/// The wait ends at once with `CancellationError`.
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
///   - limit: the longest time to wait, in real time. With zero or less, the condition is evaluated
///     once.
///   - fileID: the caller's file, by default.
///   - line: the caller's line, by default.
///   - isolation: the caller's isolation, by default; `condition` runs in it.
///   - condition: returns whether the wait is over.
/// - Throws: ``UnsettledPromises`` when the limit has passed, with the line of the call and the
///   pending promises of the scope; the error that `condition` throws; `CancellationError` when the
///   caller is cancelled.
public func eventually(
  within limit: Duration, fileID: StaticString = #fileID, line: UInt = #line,
  isolation: isolated (any Actor)? = #isolation,
  _ condition: () async throws -> Bool
) async throws {
  Start.requireTracking()
  let scope = TrackingContext.current?.scope ?? .ambient
  try await TrackingContext.$current.withValue(.outside(scope)) {
    // An operation that waits is no event itself: it leaves the executor that counts.
    try await uncounted {
      let time = Promise.delay(for: limit)
      defer { time.cancel() }
      var event = scope.activity.nextEnd()
      while try await !condition() {
        guard time.resultIfSettled == nil else {
          throw UnsettledPromises(
            "The condition did not hold within \(limit).", in: scope,
            at: SourceLine(fileID, line))
        }
        try await scope.waits(for: event, or: time)
        // Before the condition is evaluated: what ends meanwhile is seen the next time.
        if event.resultIfSettled != nil { event = scope.activity.nextEnd() }
      }
    }
  }
}

extension Scope {
  /// How often to look for what ends without an event.
  private static var interval: Duration { .milliseconds(10) }

  /// Returns when `event` or `time` is settled, or when the scope has been at rest for a while.
  ///
  /// Nobody starves: the actor of the caller has a turn in between, however many events there are.
  @concurrent
  fileprivate func waits(for event: Promise<Void>, or time: Promise<Void>) async throws {
    // What is at work now ends after `event` was made.
    guard activity.isZero else { return try await Promise.race([event, time]).get() }
    let pause = Promise.delay(for: Self.interval)
    defer { pause.cancel() }
    try await Promise.race([event, time, pause]).get()
  }
}
