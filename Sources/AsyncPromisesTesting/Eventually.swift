// The wait for a condition, in code under test that is not made of promises alone.

import AsyncPromises

/// Waits until `condition` holds.
///
/// Use it for code that has no promise to wait for: a model filled by a handler, a delegate call, a
/// cache written by a task. If there is a promise, await it, or wait with
/// ``PromiseScope/settle(within:fileID:line:)``.
///
/// The condition is evaluated at once, and then whenever something ends in the caller's scope: a
/// promise settles, or a handler or a part of an operation has run. Outside a scope, promises
/// created outside scopes count.
///
/// The scope can't see other work end, such as a separate task or a callback that sets a flag.
/// Therefore the condition is also evaluated every 10 milliseconds of real time while nothing in
/// the scope is running.
///
/// The condition runs in the caller's isolation: in a main-actor test it can read main-actor state.
/// It may await and throw. Promises that it creates don't count in any scope.
///
/// The wait does not advance a ``ManualClock``: advance it first.
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
///   - limit: the longest wait, in real time. With zero or less, the condition is evaluated once.
///   - fileID: the caller's file, by default.
///   - line: the caller's line, by default.
///   - isolation: the caller's isolation, by default; `condition` runs in it.
///   - condition: returns whether the wait is over.
/// - Throws: ``UnsettledPromises`` when the limit passes, with the line of the call and the pending
///   promises of the scope; the error that `condition` throws; `CancellationError` when the caller
///   is cancelled.
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
  /// How often to check for work that ends without an event.
  private static var interval: Duration { .milliseconds(10) }

  /// Returns when `event` or `time` settles, or when the scope has been idle for a while.
  ///
  /// Nothing starves: the caller's actor gets a turn in between, however many events there are.
  @concurrent
  fileprivate func waits(for event: Promise<Void>, or time: Promise<Void>) async throws {
    // What is at work now ends after `event` was made.
    guard activity.isZero else { return try await Promise.race([event, time]).get() }
    let pause = Promise.delay(for: Self.interval)
    defer { pause.cancel() }
    try await Promise.race([event, time, pause]).get()
  }
}
