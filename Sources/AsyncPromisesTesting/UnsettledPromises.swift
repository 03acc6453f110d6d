// The error of a wait that failed.

import AsyncPromises
import AsyncPromisesTracking
import Foundation

/// The promises that a test left behind or gave up waiting for. The report lists each of them.
public struct UnsettledPromises: Error, CustomStringConvertible {
  /// A sentence that describes the wait that failed.
  public let reason: String

  /// A line for each remaining promise, nested under the promise it waits for.
  ///
  /// Each line shows which call created the promise and where, the promise's age and state, what it
  /// waits for, and what waits for it. If one of these promises waits for a promise from outside
  /// the scope, that promise has a line too, marked as such.
  public let report: String

  /// The report as a diagram: a flowchart in Mermaid syntax, like that of
  /// `Promise.dumpPending(as: .mermaid)`.
  ///
  /// The trait `.promiseScope` attaches it to the test, as `pending.mermaid`.
  public let mermaid: String

  /// The call that failed, or the one that created the scope.
  package let place: SourceLine?

  /// The mistakes reported in the scope that ended with this error.
  var mistakes: [PromiseDiagnostics.Event] = []

  init(_ reason: String, _ graph: WaitGraph, at place: SourceLine?) {
    (self.reason, self.place) = (reason, place)
    (report, mermaid) = (graph.description, graph.mermaid)
  }

  init(_ reason: String, in scope: Scope, at place: SourceLine?) {
    self.init(reason, WaitGraph(of: scope), at: place)
  }

  /// Writes the error to standard error in a single write.
  func print() {
    FileHandle.standardError.write(Data("\(self)\n".utf8))
  }

  /// The line of the failed call and the reason, then the report, then the mistakes reported in the
  /// scope.
  public var description: String { "\(place.map { "\($0): " } ?? "")\(text)" }

  /// The description without the line of the call.
  package var text: String {
    let note = Tracking.note.map { "\n\($0)" } ?? ""
    return "\(reason)\n\(report)\(note)" + (mistakes.isEmpty ? "" : "\n\(mistakes.lines)")
  }
}
