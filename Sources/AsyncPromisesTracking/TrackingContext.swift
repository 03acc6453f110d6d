// The context of running code: its scope, and the promise it works for.

import AsyncPromises

/// The context of running code. Tasks inherit it, and handlers restore it.
package struct TrackingContext {
  @TaskLocal package static var current: TrackingContext?

  package let scope: Scope
  /// The promise whose handler or operation runs here, or created the task that runs here.
  var promise: Record?
  /// Whether promises created here are tracked.
  var isTracked = true

  /// Returns the context inside a scope.
  package static func inside(_ scope: Scope) -> TrackingContext { TrackingContext(scope: scope) }

  /// Returns the context for waiting for a scope. The promises of that wait must not be waited for,
  /// so they are not tracked.
  package static func outside(_ scope: Scope) -> TrackingContext {
    TrackingContext(scope: scope, isTracked: false)
  }

  /// Whether the caller is in a handler or an operation of `scope`, or of a scope within it.
  package static func areHandler(of scope: Scope) -> Bool {
    current?.promiseOfCurrentTask?.scope.isWithin(scope) == true
  }

  /// The promise, if the current task runs its handler or its operation.
  var promiseOfCurrentTask: Record? { promise.flatMap { $0.isRunByCurrentTask ? $0 : nil } }
}

extension TrackingContext: ReportTaker {
  package func bind<R>(_ body: () throws -> R) rethrows -> R {
    try Self.$current.withValue(self, operation: body)
  }

  // Takes an isolated parameter because closures of a `nonisolated(nonsending)` function leave the
  // actor.
  package func bind(_ operation: Origin.Body, isolation: isolated (any Actor)?) async {
    await Self.$current.withValue(self) {
      _ = isolation
      await operation()
    }
  }

  package func startInTest(_ make: () -> Void) -> Bool { scope.host?.start(make) == true }

  package func runInTest(_ body: () -> Void) -> Bool {
    scope.host?.run { bind(body) } == true
  }

  package var isElsewhere: Bool { scope.host !== Self.current?.scope.host }

  package var clock: (any Clock<Duration>)? { scope.clock }

  package var reports: LateReports { scope.reports }

  package func report(_ event: PromiseDiagnostics.Event) -> Bool { scope.report(event) }

  package func countTimer() -> AnyObject { Count([scope.timers]) }

  package func countReport() -> AnyObject {
    Count([scope.activity, scope.outstanding, scope.reporting])
  }
}

/// An activity, for as long as this exists.
private final class Count {
  private let counters: [ActivityCounter]

  init(_ counters: [ActivityCounter]) {
    self.counters = counters
    for counter in counters { counter.enter() }
  }

  deinit { for counter in counters.reversed() { counter.leave() } }
}
