// The explorer's results for the corpus, as a table.

#if ORDERS_JOBS && compiler(>=6.3)
  import Foundation

  struct CorpusTable: CustomStringConvertible {
    struct PlainRuns {
      let failures: Int
      let runs: Int
    }

    struct Row {
      let name: String
      /// The number of orders after which each strategy found the bug.
      var mixed, random, pct: Int?
      /// Whether FIFO order finds the bug.
      var isFoundAtOnce = false
      var isFalseAlarm = false
      var replays = 0
      var plainRuns = PlainRuns(failures: 0, runs: 0)

      init(name: String) { self.name = name }
    }

    var rows: [Row] = []

    var description: String {
      let head = Self.line(
        "pair", ["mixed", "random", "pct(3)", "fixed order", "plain runs", "replayed"])
      return ([head] + rows.map(Self.line) + totals).joined(separator: "\n")
    }

    private static func line(_ row: Row) -> String {
      let counts = [row.mixed, row.random, row.pct].map { $0.map(String.init) ?? "-" }
      let plain = "\(row.plainRuns.failures) of \(row.plainRuns.runs)"
      return line(
        row.name, counts + [row.isFoundAtOnce ? "found" : "-", plain, "\(row.replays)"])
    }

    private static func line(_ name: String, _ cells: [String]) -> String {
      let padded = cells.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }
      return name + String(repeating: " ", count: max(1, 46 - name.count)) + padded.joined()
    }

    private var totals: [String] {
      [
        Self.total("mixed", rows.map(\.mixed)),
        Self.total("random", rows.map(\.random)),
        Self.total("pct(3)", rows.map(\.pct)),
        "fixed order: found \(rows.count { $0.isFoundAtOnce }) of \(rows.count)",
        "plain runs: found \(rows.count { $0.plainRuns.failures > 0 }) of \(rows.count)",
        "false alarms: \(rows.count { $0.isFalseAlarm }) of \(rows.count)",
        "replayed: \(rows.reduce(0) { $0 + $1.replays }) of \(rows.count * 100)",
      ]
    }

    private static func total(_ name: String, _ schedules: [Int?]) -> String {
      let found = schedules.compactMap { $0 }.sorted()
      guard let worst = found.last else { return "\(name): found none" }
      let median = found[found.count / 2]
      return "\(name): found \(found.count) of \(schedules.count), median \(median), worst \(worst)"
    }
  }
#endif
