// The hook for mistakes that would otherwise go unnoticed.

/// Where the library reports probable mistakes.
///
/// By default, debug builds of the library print one line per event to standard error; release
/// builds print nothing. ``install(_:)`` replaces this behavior.
public enum PromiseDiagnostics: Sendable {
  /// A probable mistake.
  ///
  /// Unless noted otherwise, a `trace` is where the promise was created: `Module/File.swift:12`.
  /// While promises are tracked, it also includes the call that created the promise and, for a
  /// rejection, every call the error passed through.
  public enum Event: Sendable, CustomStringConvertible {
    /// The last reference to a rejected promise was released before any code observed its error.
    ///
    /// Not reported: cancellations, abandoned promises, promises marked with
    /// ``Promise/ignoreErrors()``, and errors that `catch`, `tap` or `whenSettled` received and the
    /// chain passed on. Nothing is reported twice: the error of a ``brokenPromise(trace:)`` isn't
    /// reported again further down its chain.
    case unhandledRejection(any Error, trace: String)
    /// A promise was settled or bound again, which is a no-op.
    ///
    /// `second` is the line of the call that came too late: `Module/File.swift:12`, or `nil` for a
    /// call that was not made through a ``Resolver``.
    case redundantSettle(trace: String, second: String?)
    /// The last copy of a resolver was released while its promise was pending and still had a
    /// reference or a consumer. The promise was rejected. A compatibility module's promise stays
    /// pending instead, as it does in the original library.
    case brokenPromise(trace: String)
    /// A promise was consumed after its work had been stopped for lack of consumers.
    ///
    /// Reported once per promise. Such consumers receive ``PromiseError/abandoned(createdAt:)``.
    case abandonedPromise(trace: String)
    /// ``Promise/wait(timeout:fileID:line:)`` was called in a task or, on Linux, in a main-queue
    /// block. Other work may need the thread that the call blocks.
    ///
    /// The trace is the line of the call.
    case blockedWait(trace: String)
    /// The closure of a `map` returned a promise, which is now nested in another promise.
    ///
    /// Nothing waits for the inner promise or sees its error. Use `then`, which follows it.
    /// Reported each time the closure is called.
    case nestedPromise(trace: String)
    /// A test waited for work to go idle, but it never did.
    ///
    /// The work may be a polling loop, for example, or a handler that blocks its thread. The test's
    /// clock advances anyway.
    case busyWork(trace: String)
    /// Work ended when nothing was waiting for it: the work of a cancelled promise returned or
    /// threw anything but a cancellation, work failed after all its consumers had left, or its
    /// value reached none of them and was released.
    ///
    /// Its outcome is lost.
    ///
    /// This is not necessarily a mistake. The event is passed only to hooks: it is never printed,
    /// and is not among a scope's events.
    case lateWork(error: (any Error)?, trace: String)
    /// A task awaiting ``Promise/value`` or ``Promise/result`` was cancelled, and the promise's
    /// work continues although nothing else waits for it.
    ///
    /// That is right for a shared promise, such as one in a cache. If the function that awaits the
    /// promise also created it, awaiting ``Promise/get()`` instead would have stopped the work.
    ///
    /// This event is a hint, reported once per creation site and only in debug builds of the
    /// library. It is not among a scope's events.
    case unattendedWork(trace: String)

    /// A one-line description of the event, for logs.
    public var description: String {
      switch self {
      case .unhandledRejection(let error, let trace):
        "AsyncPromises: an error was not handled. Error: \(Event.line(error)). Promise: \(trace)"
      case .redundantSettle(let trace, let second):
        "AsyncPromises: a promise was settled twice; the second outcome is lost. "
          + "Promise: \(trace)" + (second.map { ". Second call: \($0)" } ?? "")
      case .brokenPromise(let trace):
        "AsyncPromises: a resolver was released before it settled its promise. Promise: \(trace)"
      case .blockedWait(let trace):
        "AsyncPromises: wait(timeout:) blocks a thread that other work may need. Call: \(trace)"
      case .nestedPromise(let trace):
        "AsyncPromises: a promise is nested in another promise, so nothing waits for it and "
          + "any error in it is lost. Use then instead of map. Promise: \(trace)"
      case .busyWork(let trace):
        "AsyncPromises: work never went idle; the clock advances anyway. Promise: \(trace)"
      case .abandonedPromise(let trace):
        "AsyncPromises: a promise was consumed after its work had been stopped for lack of "
          + "consumers; shielded() keeps the work going. Promise: \(trace)"
      case .unattendedWork(let trace):
        "AsyncPromises: a task awaiting promise.value was cancelled, but the work continues, "
          + "although nothing waits for it. If the function owns the work, use try await "
          + "promise.get(). Promise: \(trace)"
      case .lateWork(nil, let trace):
        "AsyncPromises: work ran to completion after it was cancelled or its consumers had left; "
          + "its value is lost. Promise: \(trace)"
      case .lateWork(let error?, let trace):
        "AsyncPromises: work failed after it was cancelled or its consumers had left. "
          + "Error: \(Event.line(error)). "
          + "Promise: \(trace)"
      }
    }

    /// How an event is treated; each level includes the previous ones.
    package enum Severity: Comparable {
      /// Sent to hooks only.
      case information
      /// Printed if no hook is installed.
      case hint
      /// Recorded by the scopes it happens in.
      case warning
      /// Recorded as an issue of the test it happens in.
      case mistake
    }

    package var severity: Severity {
      switch self {
      case .unhandledRejection, .redundantSettle, .brokenPromise, .abandonedPromise, .nestedPromise,
        .blockedWait:
        .mistake
      case .busyWork: .warning
      case .unattendedWork: .hint
      case .lateWork: .information
      }
    }

    /// An error's description on one line, without its final period.
    private static func line(_ error: any Error) -> String {
      let line = "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
      return line.hasSuffix(".") ? String(line.dropLast()) : line
    }
  }

  /// Installs a hook for all events, replacing the previous one.
  ///
  /// The hook is never called in the middle of a state transition, and may use promises. It runs in
  /// a separate task for unhandled rejections, abandoned and nested promises, and unattended and
  /// busy work. Otherwise it runs on the thread where the event happened, before the call returns,
  /// or in a separate task if that thread must not run your code. It never sees the task-locals of
  /// the code that caused the event. On systems older than macOS 26 or iOS 26, that always takes a
  /// separate task. Hooks are never released, even when replaced: install one at launch, not one
  /// per request.
  ///
  /// ## Example
  /// ```swift
  /// PromiseDiagnostics.install { event in logger.warning("\(event)") }
  /// ```
  ///
  /// - Parameter hook: receives every event from now on.
  public static func install(_ hook: @escaping @Sendable (Event) -> Void) {
    processHook.install(hook)
  }

  /// Reports an event before the call returns, where the system can run the hook without the
  /// caller's task-locals, and otherwise in a job.
  ///
  /// - Parameter context: the promise's; without one, that of the code that reports.
  static func report(_ event: Event, in context: (any TrackedContext)? = nil) {
    guard isHeard else { return }
    let context = context ?? Tracking.tracker?.context
    guard System.hasImmediateTasks else { return LateReports.deliver(event, in: context) }
    Tasks.callApart(in: context) { pass(event, in: context) }
  }

  /// Passes an event on to a hook, which sees the caller's task-locals.
  static func pass(_ event: Event, in context: (any TrackedContext)?) {
    if (context as? any ReportTaker)?.report(event) == true || processHook.call(event) { return }
    #if DEBUG
      if event.severity >= .hint { DebugLog.print(event.description) }
    #endif
  }

  /// Whether a report would reach anyone.
  static var isHeard: Bool {
    #if DEBUG
      true
    #else
      Tracking.isOn || processHook.isInstalled
    #endif
  }

  private static let processHook = Hook()
}

/// Holds the installed hook.
package final class Hook: Sendable {
  // A replaced hook may still be running: all of them are kept as long as this object.
  private let hooks = SharedStack<@Sendable (PromiseDiagnostics.Event) -> Void>()

  package init() {}

  package func install(_ hook: @escaping @Sendable (PromiseDiagnostics.Event) -> Void) {
    hooks.push(hook)
  }

  var isInstalled: Bool { hooks.top != nil }

  /// - Returns: `false` when there is no hook.
  package func call(_ event: PromiseDiagnostics.Event) -> Bool {
    guard let hook = hooks.top else { return false }
    hook(event)
    return true
  }
}
