// Tracking: what it begins with, and the list of the promises that are tracked.

import AsyncPromises

extension PromiseDiagnostics {
  /// Starts keeping a record of every promise created from now on.
  ///
  /// A record lasts until its promise has settled and the promise's handler and operation have
  /// ended. ``AsyncPromises/Promise/dumpPending(as:)`` lists the records, and traces show every
  /// step. A record costs a few allocations and about a microsecond, so use this in development and
  /// tests only.
  /// On most systems, linking `AsyncPromisesTesting` starts tracking before `main`. Once started,
  /// tracking can't be turned off.
  ///
  /// ## Example
  /// ```swift
  /// PromiseDiagnostics.startTracking()
  /// ```
  public static func startTracking() { Tracking.start() }
}

extension Tracking {
  /// Tracks every promise created from now on.
  ///
  /// - Parameters:
  ///   - makeExecutor: creates an operation's executor.
  ///   - follower: is notified about tasks that have no promise.
  package static func start(
    makeExecutor: @escaping PromiseTracker.MakeExecutor = { _, _ in nil },
    follower: (any TaskFollower)? = nil
  ) {
    if !isOn { install(PromiseTracker(makeExecutor, follower)) }
  }

  /// A note to append to reports when tests run on a system without task executors.
  package static var note: String? {
    guard !System.hasTaskExecutors, PromiseTracker.current?.follower != nil else { return nil }
    return
      "Note: this system has no task executors (they require macOS 15 or iOS 18), so the jobs of "
      + "operations are not counted: advancing a ManualClock or ending a scope may not wait for "
      + "them."
  }
}

/// Gives each promise a record.
package final class PromiseTracker: Tracker {
  /// The records that have not ended.
  static let registry = Registry()
  private static let lastNumber = StateWord(0)

  /// Creates the executor of an operation's task, which reports its jobs.
  ///
  /// If the operation runs on an actor, the executor runs the task's first job, which only goes to
  /// the actor, before the call that creates the task returns. So the operation is in the actor's
  /// queue by then, as it is if nothing is tracked.
  package typealias MakeExecutor =
    @Sendable (_ counter: any JobCounter, _ isOnActor: Bool) -> PreferredExecutor?

  let makeExecutor: MakeExecutor
  let follower: (any TaskFollower)?

  fileprivate init(_ makeExecutor: @escaping MakeExecutor, _ follower: (any TaskFollower)?) {
    (self.makeExecutor, self.follower) = (makeExecutor, follower)
  }

  static var current: PromiseTracker? { Tracking.tracker as? PromiseTracker }

  package func begin(
    _ kind: Operator, _ name: String?, _ site: CallSite, isPart: Bool
  ) -> (any EventRecorder)? {
    Self.countingScope.map { scope in
      let creator = Creator(kind: kind, name: name, site: site, isPart: isPart)
      return Record(number: Self.lastNumber.add(1), creator, in: scope)
    }
  }

  /// The scope of anything created here, if that is tracked.
  static var countingScope: Scope? {
    guard let context = TrackingContext.current else { return .ambient }
    return context.isTracked ? context.scope : nil
  }

  package var context: (any TrackedContext)? { TrackingContext.current }

  package var countingContext: (any TrackedContext)? {
    Self.countingScope.map(TrackingContext.inside)
  }

  package func suspension() -> (any TaskSuspension)? {
    guard let scope = Self.countingScope else { return nil }
    let own: (any TaskSuspension)? = TrackingContext.current?.promiseOfCurrentTask
    return own ?? StraySuspension(in: scope)
  }

  package func untracked<R>(_ body: () throws -> R) rethrows -> R {
    try TrackingContext.outside(.process).bind(body)
  }

  // MARK: The list

  /// Returns the records that have not ended, in creation order, or `nil` if another thread holds
  /// the list for too long, for example because a debugger has stopped it.
  package static func records(in scope: Scope) -> [Record]? {
    // A promise whose record has not ended is outstanding.
    guard !scope.outstanding.isZero else { return [] }
    return registry.census(of: scope, patience: .seconds(10))?.sorted { $0.number < $1.number }
  }
}
