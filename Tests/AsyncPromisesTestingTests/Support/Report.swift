// What a report says, without what differs from run to run.

import AsyncPromisesTesting
import Testing

/// A report, whose promises are numbered from 1 in the order in which they were made, and whose
/// ages are left out.
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

/// Expects the report of a scope to have those lines, when everything is at rest.
func expect(
  _ scope: PromiseScope, _ lines: String..., sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  await ManualClock().advance(by: .zero)
  let report = Report(try await scope.lookedAt())
  #expect(report.lines == lines, sourceLocation: sourceLocation)
}

/// The lines of a test that makes promises.
struct Lines {
  let first: Int

  /// The line after the call is number 1.
  init(after line: Int = #line) {
    first = line
  }

  /// A line as reports write it.
  subscript(_ offset: Int, fileID: String = #fileID) -> String { "\(fileID):\(first + offset)" }
}
