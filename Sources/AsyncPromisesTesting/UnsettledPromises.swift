// The error of a wait that failed.

import AsyncPromises

/// What a test left behind, or waited for in vain: the report names every promise.
public struct UnsettledPromises: Error, CustomStringConvertible {
  /// What was waited for, and how.
  public let reason: String

  /// A line for every promise that is left, under the promise that it waits for: what made it and
  /// where, its age, its state, what it waits for and what waits for it.
  public let report: String

  init(_ reason: String, in scope: Scope) {
    self.reason = reason
    report = WaitGraph(of: scope).description
  }

  /// The reason, and the report below it.
  public var description: String { "\(reason)\n\(report)" }
}
