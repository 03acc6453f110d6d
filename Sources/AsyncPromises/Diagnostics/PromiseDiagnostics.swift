// The one hook for what would otherwise go unnoticed.

/// The place where the library reports probable mistakes.
///
/// By default a debug build of the library prints a line to standard error, ten in a second at
/// most, and a release build prints nothing. ``install(_:)`` replaces this behavior.
public enum PromiseDiagnostics: Sendable {
  /// A probable mistake.
  ///
  /// A `trace` tells where the promise was created: `Module/File.swift:12`. While promises are
  /// tracked it includes the call, and for a rejection all the calls that it has passed.
  public enum Event: Sendable, CustomStringConvertible {
    /// The last reference to a rejected promise was released, and no code had observed its error.
    ///
    /// Not reported are a cancellation, an abandoned promise, a promise that
    /// ``Promise/ignoreErrors()`` was called on, an error that `catch`, `tap` or `whenSettled` has
    /// received and the chain has passed on, and the error of a ``brokenPromise(trace:)`` that the
    /// chain has passed on: nothing is reported twice.
    case unhandledRejection(any Error, trace: String)
    /// A promise was settled or bound again, which changed nothing.
    ///
    /// `first` and `second` are the lines of the two calls: `Module/File.swift:12`. A call that was
    /// not made through a ``Resolver`` is `nil`.
    case redundantSettle(trace: String, first: String?, second: String?)
    /// The last copy of a resolver was released, and its pending promise, which still had a
    /// reference or a consumer, was rejected. A promise of another library's vocabulary stays
    /// pending, as it did there.
    case brokenPromise(trace: String)
    /// A promise was consumed after its work had been stopped, because everybody had left it.
    ///
    /// The first such consumer of a promise is reported. It is shown
    /// ``PromiseError/abandoned(createdAt:)``.
    case abandonedPromise(trace: String)
    /// ``Promise/wait(timeout:fileID:line:)`` was called in a task or, on Linux, in a block of the
    /// main queue, whose thread other work may need.
    case blockedWait(trace: String)
    /// The closure of a `map` returned a promise, which is now the value of another promise.
    ///
    /// Nothing waits for the inner promise, and nobody sees its error: `then` follows it. The event
    /// is reported whenever the closure is called.
    case nestedPromise(trace: String)
    /// A test waited for work to become idle, and it did not.
    ///
    /// The work is a loop that polls, or a handler that blocks its thread. The time of the test's
    /// clock advances nevertheless.
    case busyWork(trace: String)
    /// The work of a cancelled promise ended after the cancellation, with a value or with an error
    /// that is not a cancellation.
    ///
    /// It continued when no consumer wanted it; its outcome is lost.
    ///
    /// This is not a mistake by itself, and is reported to hooks alone: it is not printed where
    /// none is installed, and is not among the events of a scope.
    case lateWork(error: (any Error)?, trace: String)
    /// A task that awaited a promise by ``Promise/value`` or ``Promise/result`` was cancelled, and
    /// the work of the promise continues, though nobody else waits for it.
    ///
    /// That is as it should be where the promise is shared, such as one that a cache keeps. Where
    /// the function has made the promise itself, ``Promise/get()`` stops the work.
    ///
    /// This is a hint of debug builds of the library, given once for each line that makes such a
    /// promise, and not among the events of a scope.
    case unattendedWork(trace: String)

    /// A description of the event, in one line, for a log.
    public var description: String {
      switch self {
      case .unhandledRejection(let error, let trace):
        "AsyncPromises: an error was not handled. Error: \(Event.line(error)). Promise: \(trace)"
      case .redundantSettle(let trace, let first, let second):
        "AsyncPromises: a promise was settled twice; the second outcome is lost. "
          + "Promise: \(trace)\(Event.calls(first, second))"
      case .brokenPromise(let trace):
        "AsyncPromises: a resolver went away before it settled its promise. Promise: \(trace)"
      case .blockedWait(let trace):
        "AsyncPromises: wait(timeout:) blocks a thread that others need. Call: \(trace)"
      case .nestedPromise(let trace):
        "AsyncPromises: a promise is the value of another promise, so that nothing waits for it, "
          + "and its error is lost. Write then instead of map. Promise: \(trace)"
      case .busyWork(let trace):
        "AsyncPromises: work does not come to rest; the clock moves on. Promise: \(trace)"
      case .abandonedPromise(let trace):
        "AsyncPromises: a promise is consumed whose work was stopped, because everybody had left "
          + "it; shielded() keeps the work going. Promise: \(trace)"
      case .unattendedWork(let trace):
        "AsyncPromises: a task that looked at a promise by value was cancelled, and the work goes "
          + "on, though nobody waits for it. If the work is the function's own, write "
          + "try await promise.get(). Promise: \(trace)"
      case .lateWork(nil, let trace):
        "AsyncPromises: cancelled work ran to its end; its value is lost. Promise: \(trace)"
      case .lateWork(let error?, let trace):
        "AsyncPromises: cancelled work ran to its end. Error: \(Event.line(error)). "
          + "Promise: \(trace)"
      }
    }

    private static func calls(_ first: String?, _ second: String?) -> String {
      switch (first, second) {
      case (nil, nil): ""
      case (let first?, nil): ". First call: \(first)"
      case (nil, let second?): ". Second call: \(second)"
      case (let first?, let second?): ". First call: \(first). Second call: \(second)"
      }
    }

    /// How much is made of an event; each level includes the ones before.
    enum Severity: Comparable {
      /// Told to hooks alone.
      case information
      /// Printed where no hook is installed.
      case hint
      /// Kept by the scopes that it happens in.
      case warning
      /// An issue of the test that it happens in.
      case mistake
    }

    var severity: Severity {
      switch self {
      case .unhandledRejection, .redundantSettle, .brokenPromise, .abandonedPromise, .nestedPromise,
        .blockedWait:
        .mistake
      case .busyWork: .warning
      case .unattendedWork: .hint
      case .lateWork: .information
      }
    }

    /// The event as a scope keeps it.
    var kept: Event {
      guard case .unhandledRejection(let error, let trace) = self else { return self }
      return .unhandledRejection(PromiseError.kept(error), trace: trace)
    }

    /// What an error says of itself, in one line, without the full stop.
    private static func line(_ error: any Error) -> String {
      let line = "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
      return line.hasSuffix(".") ? String(line.dropLast()) : line
    }
  }

  /// Installs a hook for all events, in place of the one before.
  ///
  /// The hook is called after all transitions, never under one: for an unhandled rejection, an
  /// abandoned promise, unattended and busy work in a task of its own, otherwise on the thread
  /// where the event happened, or in a job where that thread may run none of your code. It may use
  /// promises. An installed hook is kept for the life of the process: install one at the start, not
  /// one per request.
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

  /// Starts to keep a record of every promise that is created from now on, until it is settled.
  ///
  /// ``Promise/dumpPending()`` lists them, and traces name every step. A record costs an allocation
  /// and about a microsecond, so this is for development and for tests: linking
  /// `AsyncPromisesTesting` does the same before `main`. Tracking can't be stopped.
  ///
  /// ## Example
  /// ```swift
  /// PromiseDiagnostics.startTracking()
  /// ```
  public static func startTracking() {
    Tracking.start()
  }

  /// - Parameter scope: the promise's; without one, the event belongs to where it happens.
  static func report(_ event: Event, in scope: Scope?) {
    if (scope ?? TrackingContext.current?.scope)?.report(event) == true || processHook.call(event) {
      return
    }
    #if DEBUG
      if event.severity >= .hint { DebugLog.print(event.description) }
    #endif
  }

  /// Whether a report would reach anybody.
  static var isHeard: Bool {
    #if DEBUG
      true
    #else
      Tracking.isOn || processHook.isInstalled
    #endif
  }

  private static let processHook = Hook()
}

/// Where a hook is installed.
final class Hook: Sendable {
  // A call may be in the hook that was replaced: all of them are kept as long as this one.
  private let hooks = SharedStack<@Sendable (PromiseDiagnostics.Event) -> Void>()

  func install(_ hook: @escaping @Sendable (PromiseDiagnostics.Event) -> Void) {
    hooks.push(hook)
  }

  var isInstalled: Bool { hooks.top != nil }

  /// - Returns: `false` when there is no hook.
  func call(_ event: PromiseDiagnostics.Event) -> Bool {
    guard let hook = hooks.top else { return false }
    hook(event)
    return true
  }
}
