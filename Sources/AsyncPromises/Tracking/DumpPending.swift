// dumpPending: the list of what is pending in the process, as text or as a picture.

extension Promise where Value == Never {
  /// Returns a list of the pending promises, a line for each, under the promise that it waits for.
  ///
  /// Each line shows which call created the promise and where, its age, what it waits for and what
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

  /// Returns the pending promises as text, or as a diagram of what waits for what.
  ///
  /// Both list the same promises, in the same order; ``dumpPending()`` describes the text.
  ///
  /// ## Cancellation
  /// The call cancels nothing.
  ///
  /// ## Example
  /// ```swift
  /// print(Promise.dumpPending(as: .mermaid))
  /// ```
  ///
  /// - Parameter format: text, or the source of a flowchart.
  /// - Returns: the list, of a hundred promises at most.
  public static func dumpPending(as format: PromiseDiagnostics.PendingFormat) -> String {
    switch format {
    case .text: dumpPending()
    case .mermaid: WaitGraph(of: .process).mermaid
    }
  }
}

extension PromiseDiagnostics {
  /// How ``Promise/dumpPending(as:)`` writes its list.
  public enum PendingFormat: Sendable {
    /// A line for each promise, under the promise that it waits for.
    case text
    /// The source of a flowchart for Mermaid, which GitHub and many editors render.
    ///
    /// A node is a promise, with the call that created it, its name, line, age and state. An arrow
    /// leads to what it waits for. The colors: green for work that runs and time that passes, grey
    /// for a promise that waits for others, yellow for one that only its resolver can settle, red
    /// for one in a ring. If promises or arrows are left out, a node counts them.
    case mermaid
  }
}
