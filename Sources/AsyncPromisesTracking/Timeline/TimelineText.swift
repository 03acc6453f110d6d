// A timeline as text, for a terminal.

extension PromiseTimeline: CustomStringConvertible {
  /// The timeline in at most twenty lines: a bar for each promise or, if there are too many, for
  /// those of each call, `─` while they wait, `█` where a handler or an operation runs, `·` in a
  /// retry's pause. Those on the critical path have a `*`.
  public var description: String {
    let rows = rows(atMost: 18)
    let path = criticalPath
    let critical = Set(path.map(\.number))
    let width = min(44, rows.map(\.title.count).max() ?? 0)
    let lines = rows.map { row in
      var cells = [Character](repeating: " ", count: 40)
      func draw(_ spans: [Bar.Span], _ mark: Character) {
        for span in spans {
          let start = Int(exactly: (span.start / length * 40).rounded(.down)) ?? 0
          let end = Int(exactly: (span.end / length * 40).rounded(.up)) ?? 40
          for cell in min(start, 39)..<max(min(start, 39) + 1, min(end, 40)) { cells[cell] = mark }
        }
      }
      draw(row.bars.map(\.span), "─")
      draw(row.bars.flatMap(\.runs), "█")
      draw(row.bars.flatMap(\.pauses), "·")
      let mark = row.bars.contains { critical.contains($0.number) } ? "*" : " "
      return
        "\(mark) \(row.title.fitted(to: width, isPadded: true)) \(String(cells))  \(row.remark)"
    }
    let numbers = path.prefix(8).reversed().map { "#\($0.number)" }.joined(separator: " → ")
    let ending =
      numbers.isEmpty ? [] : ["* critical path: \(path.count > 8 ? "… → " : "")\(numbers)"]
    return ([heading] + lines + ending).joined(separator: "\n")
  }
}

extension String {
  /// The text with a part of its middle left out, if it is too long: a line's number is last.
  func fitted(to width: Int, isPadded: Bool = false) -> String {
    if count > width { return "\(prefix(width - 15))…\(suffix(14))" }
    return self + String(repeating: " ", count: isPadded ? width - count : 0)
  }
}
