// The one hook for what would otherwise go unnoticed.

/// Where the library reports what is probably a mistake.
///
/// By default a debug build of the library prints a line to standard error, ten in a second at
/// most, and a release build prints nothing. ``install(_:)`` replaces that.
public enum PromiseDiagnostics: Sendable {
  /// Something that is probably a mistake.
  ///
  /// A `trace` says where the promise was made: `Module/File.swift:12`. While promises are tracked
  /// it names the call too, and for a rejection all the calls that it has passed.
  public enum Event: Sendable, CustomStringConvertible {
    /// The last reference to a rejected promise went away, and nobody had looked at its error.
    ///
    /// A cancellation is not reported, nor what ``Promise/ignoreErrors()`` was called for, nor what
    /// `catch`, `tap` or `whenSettled` has been shown and the chain has passed on.
    case unhandledRejection(any Error, trace: String)
    /// A promise was settled, or bound, that had been before. Nothing changed.
    case redundantSettle(trace: String)
    /// The last copy of a resolver went away; its pending promise was rejected.
    case brokenPromise(trace: String)
    /// ``Promise/wait(timeout:fileID:line:)`` was called on a thread of the cooperative pool.
    case blockedWait(trace: String)

    /// One line for a log.
    public var description: String {
      switch self {
      case .unhandledRejection(let error, let trace):
        "AsyncPromises: nobody handled the rejection \(Event.line(error)). Made at \(trace)"
      case .redundantSettle(let trace):
        "AsyncPromises: a promise was settled twice; the second outcome is lost. Made at \(trace)"
      case .brokenPromise(let trace):
        "AsyncPromises: a resolver went away before it settled its promise. Made at \(trace)"
      case .blockedWait(let trace):
        "AsyncPromises: wait(timeout:) blocks a thread that tasks need. Called at \(trace)"
      }
    }

    /// What an error says of itself, in one line, without the full stop.
    private static func line(_ error: any Error) -> String {
      let line = "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
      return line.hasSuffix(".") ? String(line.dropLast()) : line
    }
  }

  /// Replaces the hook.
  ///
  /// The hook is called after all transitions, never under one: for an unhandled rejection in a
  /// task of its own, otherwise on the thread where the event happened. It may use promises. A hook
  /// that was installed is kept for the life of the process, so install one at the start and not
  /// one per request.
  ///
  /// ```swift
  /// PromiseDiagnostics.install { event in logger.warning("\(event)") }
  /// ```
  ///
  /// - Parameter hook: receives every event from now on.
  public static func install(_ hook: @escaping @Sendable (Event) -> Void) {
    processHook.install(hook)
  }

  /// Keeps a record of every promise that is made from now on, until it is settled.
  ///
  /// ``Promise/dumpPending()`` lists them, and traces name every step. A record costs an allocation
  /// and about a microsecond, so this is for development and for tests: linking
  /// `AsyncPromisesTesting` does the same before `main`. There is no way back.
  ///
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
      DebugLog.print(event.description)
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
