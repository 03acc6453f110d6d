// What tracks promises, in development and in tests: a module of its own, which the library reaches
// through one word. If that is zero, a promise keeps only the line that created it.

/// Keeps records of promises.
package protocol Tracker: AnyObject, Sendable {
  /// Creates the record of a promise that is about to be created, unless it is not tracked.
  func begin(
    _ kind: Operator, _ name: String?, _ site: CallSite, isPart: Bool
  ) -> (any EventRecorder)?

  /// The context of the running code, if it has one.
  var context: (any TrackedContext)? { get }
  /// Where anything created here counts, if that is tracked.
  var countingContext: (any TrackedContext)? { get }

  /// The wait that the current task is about to begin, if a test can see it.
  func suspension() -> (any TaskSuspension)?

  /// Calls `body`, whose promises are not tracked.
  func untracked<R>(_ body: () throws -> R) rethrows -> R
}

/// A wait of a task, for a promise or a test clock, that a test can see.
///
/// During the wait, the operation or asynchronous handler that the task runs is idle. From the end
/// of the wait until the task resumes, the wait is an activity, because the scope's executors may
/// not see the task.
package protocol TaskSuspension: AnyObject, Sendable {
  /// Called when the wait begins. Another thread may already have ended it, or may do so at any
  /// time.
  ///
  /// - Parameter cell: the cell that the task awaits, if any.
  func waitBegins(for cell: Cell?)
  /// Called when the task is about to be resumed.
  func waitEnds()
  /// Called when the task has resumed.
  ///
  /// - Parameter isFollowed: whether a waiting test learns in which scope the task continues.
  func waitIsOver(isFollowed: Bool)
}

/// A context that takes reports.
package protocol ReportTaker: TrackedContext {
  /// The reports that wait for a task that calls a hook.
  var reports: LateReports { get }

  /// - Returns: whether a hook received the event.
  func report(_ event: PromiseDiagnostics.Event) -> Bool
}

/// The switch for tracking: one word, which is read whenever a promise is created.
package enum Tracking {
  private static let word = StateWord(0)
  /// The last one on top. They are kept, because executors that they created may be at work.
  private static let trackers = SharedStack<any Tracker>()

  package static var isOn: Bool {
    @inline(__always) get { word.loadRelaxed() != 0 }
  }

  package static var tracker: (any Tracker)? { isOn ? trackers.top : nil }

  /// Tracks every promise created from now on, unless another tracker already does.
  package static func install(_ tracker: any Tracker) {
    if word.compareExchange(0, 1) { trackers.push(tracker) }
  }

  /// Stops tracking new promises. For benchmarks.
  package static func stop() { _ = word.exchange(0) }
}
