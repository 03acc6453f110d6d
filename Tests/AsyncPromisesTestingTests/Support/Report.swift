// Reports without the details that differ from run to run.

import AsyncPromisesTesting
import Testing

/// A report whose promises are renumbered from 1, in the order of their creation, and whose ages
/// are left out.
struct Report: Equatable, CustomStringConvertible {
  let lines: [String]

  var description: String { lines.joined(separator: "\n") }

  init(_ text: String) {
    let made = Set(text.matches(of: /#(\d+)/).compactMap { Int($0.1) }).sorted()
    let ranks = Dictionary(uniqueKeysWithValues: zip(made, 1...))
    let ranked = text.replacing(/#(\d+)/) { match in
      "#\(Int(match.1).flatMap { ranks[$0] } ?? 0)"
    }
    lines = ranked.replacing(#/, [0-9.e-]+ seconds old/#, with: ", … old")
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The ages of the promises in a report, in seconds.
  static func ages(in text: String) -> [Double] {
    text.matches(of: #/, ([0-9.e-]+) seconds old: /#).compactMap { Double($0.1) }
  }
}

/// Expects the report of a scope to have these lines once everything is idle.
func expect(
  _ scope: PromiseScope, _ lines: String..., sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  await ManualClock().advance(by: .zero)
  let report = Report(try await scope.lookedAt())
  #expect(report.lines == lines, sourceLocation: sourceLocation)
}

/// The source lines of a test that creates promises.
struct Lines {
  let first: Int

  /// The line after the call is number 1.
  init(after line: Int = #line) {
    first = line
  }

  /// The line in the format of reports.
  subscript(_ offset: Int, fileID: String = #fileID) -> String { "\(fileID):\(first + offset)" }
}
