// dumpPending: the list of what is pending in the process.

extension Promise where Value == Never {
  /// Returns a list of the pending promises, a line for each, under the promise that it waits for.
  ///
  /// A line tells which call created the promise and where, its age, what it waits for and what
  /// waits for it. Promises that wait for each other come first: `a ring: #1 → #4 → #1`. Handlers
  /// and operations that continue although their promise is settled have a line too.
  ///
  /// Promises are tracked while `AsyncPromisesTesting` is linked, or after
  /// ``PromiseDiagnostics/startTracking()``; promises that were created before that are not listed.
  ///
  /// On a system without task executors, that is before macOS 15 and iOS 18, the list ends with a
  /// note about what tests can't wait for there.
  ///
  /// The call changes nothing, and works in a debugger: `po Promise.dumpPending()`. It allocates
  /// memory: call it from the handler of a dispatch source for a signal, not from a function that
  /// is passed to `signal`; <doc:GettingStarted> shows both.
  ///
  /// ## Cancellation
  /// The call cancels nothing.
  ///
  /// ## Example
  /// ```swift
  /// print(Promise.dumpPending())
  /// ```
  ///
  /// - Returns: the list, of a hundred lines at most.
  public static func dumpPending() -> String {
    let graph = WaitGraph(of: .process)
    return graph.description + (graph.isEmpty ? "" : Tracking.note.map { "\n\($0)" } ?? "")
  }
}
