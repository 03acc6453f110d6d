// The one hook for what would otherwise go unnoticed.

/// Where the library reports what is probably a mistake.
///
/// By default a debug build of the library prints one line to standard error and a release build
/// prints nothing. ``install(_:)`` replaces that.
public enum PromiseDiagnostics: Sendable {
  /// Something that is probably a mistake.
  public enum Event: Sendable, CustomStringConvertible {
    /// A promise was settled, or bound, that had been before. Nothing changed.
    case redundantSettle(trace: String)
    /// The last copy of a resolver went away; its pending promise was rejected.
    case brokenPromise(trace: String)
    /// ``Promise/wait(timeout:)`` was called on a thread of the cooperative pool.
    case blockedWait(trace: String)

    /// One line for a log.
    public var description: String {
      switch self {
      case .redundantSettle(let trace):
        "AsyncPromises: a promise was settled twice; the second outcome is lost. Made at \(trace)"
      case .brokenPromise(let trace):
        "AsyncPromises: a resolver went away before it settled its promise. Made at \(trace)"
      case .blockedWait(let trace):
        "AsyncPromises: wait(timeout:) blocks a thread that tasks need. Called at \(trace)"
      }
    }
  }

  /// Replaces the hook.
  ///
  /// The hook is called on the thread where the event happened, after all transitions, never under
  /// one. It may use promises. A hook that was installed is kept for the life of the process, so
  /// install one at the start and not one per request.
  ///
  /// ```swift
  /// PromiseDiagnostics.install { event in logger.warning("\(event)") }
  /// ```
  ///
  /// - Parameter hook: receives every event from now on.
  public static func install(_ hook: @escaping @Sendable (Event) -> Void) {
    let installed = Unmanaged.passRetained(InstalledHook(hook))
    _ = current.replace(with: UInt(bitPattern: installed.toOpaque()))
  }

  static func report(_ event: Event) {
    guard let installed = UnsafeRawPointer(bitPattern: current.load()) else {
      return reportByDefault(event)
    }
    // SAFETY: only `install(_:)` stores here, and what it stored is never released.
    Unmanaged<InstalledHook>.fromOpaque(installed).takeUnretainedValue().hook(event)
  }

  private static let current = StateWord(0)

  private static func reportByDefault(_ event: Event) {
    #if DEBUG
      StandardError.printLine(event.description)
    #endif
  }
}

private final class InstalledHook: Sendable {
  let hook: @Sendable (PromiseDiagnostics.Event) -> Void

  init(_ hook: @escaping @Sendable (PromiseDiagnostics.Event) -> Void) {
    self.hook = hook
  }
}
