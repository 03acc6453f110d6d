// The source line of a call, or the one that a report gives for a promise.

import AsyncPromises
import Foundation

/// A line of a source file.
package struct SourceLine: Sendable, Equatable, CustomStringConvertible {
  /// The file, in the format of `#fileID`.
  package let fileID: String
  package let line: Int

  package init(_ fileID: String, _ line: Int) {
    (self.fileID, self.line) = (fileID, line)
  }

  init(_ fileID: StaticString, _ line: UInt) {
    self.init("\(fileID)", Int(clamping: line))
  }

  /// The line at the end of a trace, if any, as in `done at Module/File.swift:12`.
  package init?(endOf trace: String) {
    guard let colon = trace.lastIndex(of: ":"), let line = Int(trace[colon...].dropFirst()),
      line > 0
    else { return nil }
    let rest = trace[..<colon]
    // The text before “ at ” is a name, unless a file's own name contains “ at ”.
    let starts = rest.ranges(of: " at ").map(\.upperBound).reversed() + [rest.startIndex]
    guard let start = starts.first(where: { rest[$0...].contains("/") }) else { return nil }
    self.init(String(rest[start...]), line)
  }

  package var description: String { "\(fileID):\(line)" }
}

extension PromiseDiagnostics.Event {
  /// The line of the mistake.
  ///
  /// For a promise settled twice, this is the line of the second call, if known. Otherwise it is
  /// the line at the end of the trace: for an unhandled error, where the last promise that held
  /// the error was created.
  package var place: SourceLine? {
    switch self {
    case .redundantSettle(let trace, let second): SourceLine(endOf: second ?? trace)
    case .unhandledRejection(_, let trace), .brokenPromise(let trace),
      .abandonedPromise(let trace), .nestedPromise(let trace), .blockedWait(let trace),
      .busyWork(let trace), .lateWork(_, let trace), .unattendedWork(let trace):
      SourceLine(endOf: trace)
    }
  }
}
