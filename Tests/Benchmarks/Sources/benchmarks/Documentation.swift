// Writes the figures and the picture of the article on performance.

import Foundation

/// The tables of the documentation: each row shows a workload and a competitor.
struct Documentation {
  fileprivate struct Row {
    let workload: String
    let what: String
    let peer: String
    /// The name of the peer in the documentation.
    let name: String
  }

  private static let same = "the same"
  fileprivate static let embedded = "NIO EmbeddedEventLoop"
  private static let byHand = "by hand, cancellable"

  private static let rows = [
    Row("W1", "make a settled promise, read it", embedded),
    Row("W1p", "make a promise, settle it, read it", embedded),
    Row("W9a", "await a settled promise", "Task.value"),
    Row("W13", "three `map`s, settled and awaited", "Task.value"),
    Row("W13", same, embedded),
    Row("W13", same, "OpenCombine Future"),
    Row("W13t", "ten `map`s, settled and awaited", embedded),
    Row("W13t", same, "OpenCombine Future"),
    Row("W3", "one link in a chain of 1,000", embedded),
    Row("W5", "a handler among 1,000", embedded),
    Row("W6", "an input of `all` of 1,000", embedded),
    Row("W6", same, "TaskGroup"),
    Row("W7", "a race of 100", embedded),
    Row("W7", same, "TaskGroup"),
    Row("W10", "`Promise { async }`, awaited", "Task.value"),
    Row("W10", same, byHand),
    Row("W9b", "await, settled later", "CheckedContinuation"),
    Row("W9b", same, byHand),
    Row("W16", "an item of `map`, four at a time", "TaskGroup"),
    Row("W16u", "an item of `map`, all at once", "TaskGroup"),
    Row("W17", "an input of `all` with progress", "all without progress"),
    Row("W18", "a cache hit, awaited", "map"),
    Row("W15", "a check of a link checker", "by hand"),
    Row("W2q", "one handler, settled elsewhere", "Task {}"),
  ]

  /// The article shows the figures between these two comments.
  private static let (begin, end) = ("<!-- figures -->\n", "<!-- /figures -->")
  private static let catalog = "Sources/AsyncPromises/AsyncPromises.docc"

  let lines: [Line]

  func write() throws(Failure) {
    let root = URL(filePath: #filePath).appending(path: "../../../../..").standardized
      .appending(path: Self.catalog)
    try replaceFigures(
      of: root.appending(path: "Performance.md"), by: table(Self.rows) + latencies())
    var bars: [Bars.Bar] = []
    for row in Self.rows {
      let ours = try line(of: row.workload, Competitor.ours).median
      let peer = try line(of: row.workload, row.peer).median
      let what = row.what == Self.same ? bars.last?.what ?? "" : row.what
      bars.append(Bars.Bar(what: what, peer: row.name, ratio: ours / peer))
    }
    for (name, palette) in [("costs.svg", Bars.light), ("costs~dark.svg", Bars.dark)] {
      try write(Bars(bars: bars).svg(palette), to: root.appending(path: name))
    }
  }

  private func write(_ text: String, to file: URL) throws(Failure) {
    do {
      try text.write(to: file, atomically: true, encoding: .utf8)
    } catch { throw Failure("\(file.path) can't be written: \(error)") }
  }

  private func replaceFigures(of file: URL, by figures: String) throws(Failure) {
    guard let text = try? String(contentsOf: file, encoding: .utf8),
      let begin = text.range(of: Self.begin),
      let end = text.range(of: Self.end, range: begin.upperBound..<text.endIndex)
    else { throw Failure("\(file.path) has no comments around its figures") }
    let new = text.replacingCharacters(in: begin.upperBound..<end.lowerBound, with: figures)
    try write(new, to: file)
  }

  /// A table of medians, interquartile ranges and allocations.
  private func table(_ rows: [Row]) throws(Failure) -> String {
    var table = """
      | time, allocations | AsyncPromises | compared with | ratio |
      |---|--:|--:|--:|

      """
    for row in rows {
      let ours = try line(of: row.workload, Competitor.ours)
      let peer = try line(of: row.workload, row.peer)
      let ratio = ours.median / peer.median
      let text = String(format: ratio < 10 ? "%.2f" : "%.0f", ratio)
      let figures = row.what == Self.same ? "" : Self.figures(ours) + " "
      table += """
        | \(row.what) | \(figures)| \(row.name) \(Self.figures(peer)) | \
        \(ratio < 1 ? "**\(text)**" : text) |

        """
    }
    return table
  }

  /// A table of the latencies of short chains.
  private func latencies() -> String {
    var table = """

      | from end to end | p50 | p99 |
      |---|--:|--:|

      """
    for line in lines where line.workload.id.hasPrefix("W13") {
      guard let half = line.latency(0.5), let most = line.latency(0.99) else { continue }
      table += """
        | \(line.workload.what): \(line.competitor.name) | \(Self.time(half)) | \
        \(Self.time(most)) |

        """
    }
    return table
  }

  private func line(of workload: String, _ competitor: String) throws(Failure) -> Line {
    guard
      let line = lines.first(where: {
        $0.workload.id == workload && $0.competitor.name == competitor
      })
    else { throw Failure("\(workload) of \(competitor) was not measured: omit --filter") }
    return line
  }

  private static func figures(_ line: Line) -> String {
    let allocations = line.allocations.map { ", \(Int($0.rounded()))" } ?? ""
    // Half the range on each side, rounded up to the next whole percent.
    return time(line.median) + " ± \(Int((line.spread * 50).rounded(.up))) %" + allocations
  }

  private static func time(_ nanoseconds: Double) -> String {
    nanoseconds < 1000
      ? "\(Int(nanoseconds.rounded())) ns" : Table.figure(nanoseconds / 1000) + " µs"
  }
}

extension Documentation.Row {
  fileprivate init(_ workload: String, _ what: String, _ peer: String) {
    let name =
      switch peer {
      case Documentation.embedded: "NIO, embedded"
      case "CheckedContinuation", "Task.value", "Task {}", "TaskGroup": "`\(peer)`"
      case _: peer
      }
    self.init(workload: workload, what: what, peer: peer, name: name)
  }
}
