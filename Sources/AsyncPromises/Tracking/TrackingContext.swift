// The context of running code: its scope, and the promise it works for.

/// The context of running code. Tasks inherit it, and handlers restore it.
package struct TrackingContext: Sendable {
  @TaskLocal package static var current: TrackingContext?

  package let scope: Scope
  /// The promise whose handler or operation runs here, or created the task that runs here.
  private let promise: Record?
  /// Whether promises created here are tracked.
  let isTracked: Bool

  private init(_ scope: Scope, _ promise: Record? = nil, isTracked: Bool = true) {
    self.scope = scope
    self.promise = promise
    self.isTracked = isTracked
  }

  /// Returns the context inside a scope.
  package static func inside(_ scope: Scope) -> TrackingContext {
    TrackingContext(scope)
  }

  /// Returns the context for waiting for a scope. The promises of that wait must not be waited for,
  /// so they are not tracked.
  package static func outside(_ scope: Scope) -> TrackingContext {
    TrackingContext(scope, isTracked: false)
  }

  /// Returns the context inside a promise's handler or operation.
  static func running(_ promise: Record) -> TrackingContext {
    TrackingContext(promise.scope, promise)
  }

  /// The scope of anything created here, if that is tracked.
  static var trackedScope: Scope? {
    guard Tracking.isOn, current?.isTracked != false else { return nil }
    return current?.scope ?? .ambient
  }

  /// Whether the caller is in a handler or an operation of `scope`, or of a scope within it.
  package static func areHandler(of scope: Scope) -> Bool {
    current?.promiseOfCurrentTask?.scope.isWithin(scope) == true
  }

  /// The promise, if the current task runs its handler or its operation.
  var promiseOfCurrentTask: Record? {
    promise.flatMap { $0.isRunByCurrentTask ? $0 : nil }
  }
}

extension Origin {
  /// The tracking context that one of the library's own tasks inherits from the code that starts
  /// it. It inherits none of the user's task-locals, but what it creates must belong to the same
  /// scope.
  struct Surroundings: Sendable {
    let context: TrackingContext

    static var current: Surroundings? {
      guard Tracking.isOn, let context = TrackingContext.current else { return nil }
      return Surroundings(context: context)
    }

    private init(context: TrackingContext) { self.context = context }

    func bind(_ body: () -> Void) { TrackingContext.$current.withValue(context, operation: body) }

    // Takes an isolated parameter because closures of a `nonisolated(nonsending)` function leave
    // the actor.
    func bind(_ operation: Operation, isolation: isolated (any Actor)?) async {
      await TrackingContext.$current.withValue(context) {
        _ = isolation
        await operation()
      }
    }
  }
}
