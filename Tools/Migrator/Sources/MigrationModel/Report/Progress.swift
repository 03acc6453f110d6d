// The progress of a migration since an earlier report.

import Foundation

/// The error for an earlier report that can't be used.
package struct EarlierReportError: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

/// The figures of two reports side by side.
package struct Progress: Codable, Sendable {
  package struct Step: Codable, Hashable, Sendable {
    package let what: String
    package let before: Int
    package let now: Int
  }

  package struct Section: Codable, Sendable {
    package let name: String
    package let steps: [Step]
  }

  package let sections: [Section]

  package init(from earlier: Report, to report: Report) {
    var sections: [Section] = []
    for library in Library.allCases {
      let before = earlier.libraries.first { $0.library == library }?.total
      let now = report.libraries.first { $0.library == library }?.total
      guard before != nil || now != nil else { continue }
      let figures: [(String, (Figures) -> Int)] = [
        ("files that import", { $0.files }), ("chains", { $0.chains }),
        ("chains that can be rewritten", { $0.rewritableChains }), ("links", { $0.links }),
        ("single calls", { $0.calls }),
        ("functions and properties", { $0.declarations }), ("unknown", { $0.unknown }),
      ]
      sections.append(
        Section(
          name: library.title,
          steps: figures.map { what, figure in
            Step(what: what, before: before.map(figure) ?? 0, now: now.map(figure) ?? 0)
          }))
    }
    if earlier.callbacks.functions > 0 || report.callbacks.functions > 0 {
      let step = Step(
        what: "functions", before: earlier.callbacks.functions, now: report.callbacks.functions)
      sections.append(Section(name: "Callbacks", steps: [step]))
    }
    self.sections = sections
  }

  /// `files that import: 175 → 168 (-7)`, by library.
  var lines: [String] {
    var lines: [String] = []
    for section in sections {
      lines.append("\(section.name), since then")
      for step in section.steps {
        let change = step.now - step.before
        let sign = change > 0 ? "+" : ""
        let difference = change == 0 ? "" : " (\(sign)\(change))"
        lines.append("  \(step.what): \(step.before) → \(step.now)\(difference)")
      }
    }
    return lines
  }
}

extension Report {
  /// Reads a report that was written with `--json`.
  package static func read(_ data: Data, from name: String) throws(EarlierReportError) -> Report {
    let report: Report
    do {
      report = try JSONDecoder().decode(Report.self, from: data)
    } catch {
      throw EarlierReportError(
        description: "\(name) is not a report of `migrate report --json`")
    }
    guard report.version == currentVersion else {
      throw EarlierReportError(
        description: "\(name) is a report of version \(report.version), not \(currentVersion)")
    }
    return report
  }
}
