// Formats the figures for people and for programs.

import Foundation

struct Table {
  static let columns = [
    "workload", "what", "competitor", "ns/op", "minimum", "spread", "p50", "p99", "allocs/op",
    "growth", "ratio",
  ]
  static let legend = """
    Medians. Spread: the interquartile range. Growth: of the process's memory. p50 and p99:
    percentiles, if each operation was timed. Ratio: of AsyncPromises to the competitor; in a
    series, of the line to the first one.
    """

  private(set) var rows: [[String]] = []

  mutating func append(_ lines: [Line]) {
    rows += lines.map { line in
      [
        line.workload.id, line.workload.what, line.competitor.name,
        Self.figure(line.median), Self.figure(line.minimum),
        "\(Self.figure(line.spread * 100)) %",
        line.latency(0.5).map(Self.figure) ?? "-", line.latency(0.99).map(Self.figure) ?? "-",
        line.allocations.map(Self.figure) ?? "-",
        line.growth.map { "\(Self.figure($0 / 1_048_576)) MiB" } ?? "-",
        String(format: "%.2f", line.ratio(in: lines)),
      ]
    }
  }

  /// Three digits, or more if the integer part has more.
  static func figure(_ value: Double) -> String {
    let digits = abs(value) < 10 ? 2 : abs(value) < 100 ? 1 : 0
    return String(format: "%.\(digits)f", value)
  }

  /// Text is aligned to the left, figures to the right.
  var aligned: String {
    let all = [Self.columns] + rows
    let widths = Self.columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return column < 3 ? row[column] + space : space + row[column]
      }
      .joined(separator: "  ")
    }
    .joined(separator: "\n")
  }

  var separatedByTabs: String {
    ([Self.columns] + rows).map { $0.joined(separator: "\t") + "\n" }.joined()
  }
}

extension Line {
  /// The ratio of the library to the competitor, or of a load to the first one.
  func ratio(in lines: [Line]) -> Double {
    switch workload.kind {
    case .peers: lines[0].median / median
    case .series: median / lines[0].median
    }
  }
}
