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

/// A wait of a task that a test can see.
package protocol TaskSuspension: AnyObject, Sendable {
  /// Called when the wait begins. Another thread may already have ended it, or may do so at any
  /// time.
  func begins(for cell: Cell)
  /// Called when the task is about to be resumed.
  func ends()
  /// Called when the task has resumed.
  func isOver()
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
  /// A pointer to an `Installed` that is never released, or zero.
  private static let word = StateWord(0)
  private static let stopped = StateWord(0)

  private final class Installed: Sendable {
    let tracker: any Tracker

    init(_ tracker: any Tracker) { self.tracker = tracker }
  }

  package static var isOn: Bool {
    @inline(__always) get { word.loadRelaxed() != 0 }
  }

  package static var tracker: (any Tracker)? {
    guard isOn else { return nil }
    // SAFETY: only `install` stores a pointer here, to an object that it never releases.
    return Unmanaged<Installed>(word: word.load())?._withUnsafeGuaranteedRef { $0.tracker }
  }

  /// Tracks every promise created from now on, unless another tracker already does.
  package static func install(_ tracker: any Tracker) {
    let installed = Unmanaged.passRetained(Installed(tracker))
    if !word.compareExchange(0, installed.word) { installed.release() }
  }

  /// Stops tracking new promises. For benchmarks.
  package static func stop() {
    // The tracker is kept because executors that it created may still be at work.
    let last = word.exchange(0)
    if last != 0 { _ = stopped.exchange(last) }
  }
}
