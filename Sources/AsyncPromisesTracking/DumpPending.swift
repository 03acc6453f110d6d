// dumpPending: lists the process's pending promises, as text or as a diagram.

import AsyncPromises

extension Promise where Value == Never {
  /// Returns a list of the pending promises, one per line, each under the promise it waits for.
  ///
  /// Each line shows which call created the promise and where, its age, what it waits for and what
  /// waits for it. Promises that wait for each other come first: `a cycle: #1 → #4 → #1`.
  /// Handlers and operations that continue after their promise has settled also get a line.
  ///
  /// Promises are tracked while `AsyncPromisesTesting` is linked, or after
  /// ``AsyncPromises/PromiseDiagnostics/startTracking()``. Promises created before that are not
  /// listed.
  ///
  /// On systems without task executors (before macOS 15 and iOS 18), the list ends with a note
  /// about what tests can't wait for.
  ///
  /// The call changes nothing and works in a debugger: `po Promise.dumpPending()`. To call it on a
  /// signal, use a dispatch source: because the call allocates memory, it is unsafe in a function
  /// passed to `signal`. *Getting started*, an article of `AsyncPromises`, shows both ways.
  ///
  /// ## Cancellation
  /// The call cancels nothing.
  ///
  /// ## Example
  /// ```swift
  /// print(Promise.dumpPending())
  /// print(Promise.dumpPending(as: .mermaid))
  /// ```
  ///
  /// - Parameter format: text, or the source of a flowchart of what waits for what.
  /// - Returns: the list, which has at most a hundred promises, not counting the note.
  public static func dumpPending(as format: PromiseDiagnostics.PendingFormat = .text) -> String {
    let graph = WaitGraph(of: .process)
    switch format {
    case .text:
      return graph.description + (graph.isEmpty ? "" : Tracking.note.map { "\n\($0)" } ?? "")
    case .mermaid: return graph.mermaid
    }
  }
}

extension PromiseDiagnostics {
  /// The format of the list that ``AsyncPromises/Promise/dumpPending(as:)`` returns.
  public enum PendingFormat: Sendable {
    /// One line per promise, under the promise it waits for.
    case text
    /// The source of a Mermaid flowchart, which GitHub and many editors render.
    ///
    /// Each node is a promise, with the call that created it, its name, line, age and state. Arrows
    /// lead to the promises it waits for. The colors are green for running work and timers, gray
    /// for a promise that waits for others, yellow for one that only its resolver can settle, and
    /// red for one in a cycle. If promises or arrows are left out, a node shows how many.
    case mermaid
  }
}
