// The error of a wait that failed.

import AsyncPromises
import Foundation

/// The promises that a test left behind or waited for in vain: the report names each of them.
public struct UnsettledPromises: Error, CustomStringConvertible {
  /// The wait that failed, in a sentence.
  public let reason: String

  /// A line for every remaining promise, under the promise that it waits for.
  ///
  /// It tells which call created the promise and where, its age, its state, what it waits for and
  /// what waits for it.
  public let report: String

  init(_ reason: String, _ graph: WaitGraph) {
    self.reason = reason
    report = graph.description
  }

  init(_ reason: String, in scope: Scope) {
    self.init(reason, WaitGraph(of: scope))
  }

  /// Writes the error to standard error, in one piece.
  func print() {
    FileHandle.standardError.write(Data("\(self)\n".utf8))
  }

  /// The reason, with the report below it.
  public var description: String { "\(reason)\n\(report)" }
}
