// Whether promises are tracked, and the list of those that are.

/// The switch for tracking: one word, which is read whenever a promise is created.
///
/// If it is off, a promise keeps only the line that created it. If it is on, the promise has a
/// record.
package final class Tracking: Sendable {
  /// A pointer to a `Tracking` that is never released, or zero.
  private static let word = StateWord(0)
  private static let stopped = StateWord(0)
  private static let registry = Registry()
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

  private init(
    makeExecutor: @escaping MakeExecutor,
    follower: (any TaskFollower)?
  ) {
    self.makeExecutor = makeExecutor
    self.follower = follower
  }

  package static var isOn: Bool {
    @inline(__always) get { word.loadRelaxed() != 0 }
  }

  static var current: Tracking? {
    // SAFETY: only `start` stores a pointer here, to an object that it never releases.
    Unmanaged<Tracking>(word: word.load())?.takeUnretainedValue()
  }

  /// Tracks every promise created from now on.
  ///
  /// - Parameters:
  ///   - makeExecutor: creates an operation's executor.
  ///   - follower: is notified about tasks that have no promise.
  package static func start(
    makeExecutor: @escaping MakeExecutor = { _, _ in nil },
    follower: (any TaskFollower)? = nil
  ) {
    guard !isOn else { return }
    let tracking = Unmanaged.passRetained(
      Tracking(makeExecutor: makeExecutor, follower: follower))
    if !word.compareExchange(0, tracking.word) { tracking.release() }
  }

  /// Stops tracking new promises. For benchmarks.
  package static func stop() {
    // The object is kept because executors that it created may still be at work.
    let last = word.exchange(0)
    if last != 0 { _ = stopped.exchange(last) }
  }

  /// A note to append to reports when tests run on a system without task executors.
  package static var note: String? {
    guard !System.hasTaskExecutors, current?.follower != nil else { return nil }
    return
      "Note: this system has no task executors (they require macOS 15 or iOS 18), so the jobs of "
      + "operations are not counted: advancing a ManualClock or ending a scope may not wait for "
      + "them."
  }

  /// Returns the record of a promise that is about to be created, or `nil` if it is not tracked.
  static func begin(_ creator: Creator) -> Record? {
    let context = TrackingContext.current
    guard context?.isTracked != false else { return nil }
    return Record(number: lastNumber.add(1), creator, in: context?.scope ?? .ambient)
  }

  static func recordBegins(_ record: Record) {
    registry.send(record)
  }

  static func recordEnded() {
    registry.recordEnded()
  }

  /// Returns the records that have not ended, in creation order, or `nil` if another thread holds
  /// the list for too long, for example because a debugger has stopped it.
  static func records(in scope: Scope) -> [Record]? {
    // A promise whose record has not ended is outstanding.
    guard !scope.outstanding.isZero else { return [] }
    return registry.census(of: scope, patience: .seconds(10))?.sorted { $0.number < $1.number }
  }
}
