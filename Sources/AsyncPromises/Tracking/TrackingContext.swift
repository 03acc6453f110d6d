// What surrounds the code that runs: the scope, and the promise that it works for.

/// The surroundings of running code: tasks inherit them, handlers restore them.
package struct TrackingContext: Sendable {
  @TaskLocal package static var current: TrackingContext?

  package let scope: Scope
  /// The promise whose handler or operation runs here, or has made the task that does.
  private let promise: Record?
  /// Whether promises that are made here are tracked.
  let isTracked: Bool

  private init(_ scope: Scope, _ promise: Record? = nil, isTracked: Bool = true) {
    self.scope = scope
    self.promise = promise
    self.isTracked = isTracked
  }

  /// Inside a scope.
  package static func inside(_ scope: Scope) -> TrackingContext {
    TrackingContext(scope)
  }

  /// Where a wait for a scope is made of promises, which must not be waited for.
  package static func outside(_ scope: Scope) -> TrackingContext {
    TrackingContext(scope, isTracked: false)
  }

  /// In the handler or in the operation of a promise.
  static func running(_ promise: Record) -> TrackingContext {
    TrackingContext(promise.scope, promise)
  }

  /// The scope of what is made here, if that is tracked.
  static var trackedScope: Scope? {
    guard Tracking.isOn, current?.isTracked != false else { return nil }
    return current?.scope ?? .ambient
  }

  /// Whether the caller stands in a handler or an operation of `scope`, or of one within it.
  package static func areHandler(of scope: Scope) -> Bool {
    current?.promiseOfCurrentTask?.scope.isWithin(scope) == true
  }

  /// The promise, if the current task runs its handler or its operation.
  var promiseOfCurrentTask: Record? {
    promise.flatMap { $0.isRunByCurrentTask ? $0 : nil }
  }
}

extension Origin {
  /// What tracking has bound for the code that starts a task of the library's own, which takes it
  /// along and no other task-local: tasks that belong to a scope make what belongs to it.
  struct Surroundings: Sendable {
    private let context: TrackingContext?

    static var current: Surroundings? {
      guard Tracking.isOn, let context = TrackingContext.current else { return nil }
      return Surroundings(context: context)
    }

    private init(context: TrackingContext) { self.context = context }

    func bind(_ body: () -> Void) { TrackingContext.$current.withValue(context, operation: body) }

    // With an isolated parameter: closures of a `nonisolated(nonsending)` function leave the actor.
    func bind(_ operation: Operation, isolation: isolated (any Actor)?) async {
      await TrackingContext.$current.withValue(context) {
        _ = isolation
        await operation()
      }
    }
  }
}
