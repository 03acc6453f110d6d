// A timeline as a picture: SVG in both color schemes, without scripts.

extension PromiseTimeline {
  /// The timeline as a picture for a browser: a bar for each promise, with its handler, operation
  /// and pauses in it, arrows from promises to those that waited for them, and the critical path.
  ///
  /// The critical path leads to the promise that settled last, from what it waited for longest. If
  /// there are more than sixty promises, those created by one call share a row, and only the
  /// arrows of the critical path are drawn. To a promise that waits for many, four arrows lead.
  public var svg: String {
    let rows = rows(atMost: 60)
    let path = criticalPath
    let critical = Set(path.map(\.number))
    let bottom = Self.top + 20 * Double(rows.count)
    var places: [UInt64: Double] = [:]
    for (index, row) in rows.enumerated() {
      for bar in row.bars { places[bar.number] = Self.top + 20 * Double(index) + 10 }
    }
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 \#(bottom + 44)" font-family="#
        + #""ui-monospace, 'SF Mono', Menlo, 'DejaVu Sans Mono', monospace" font-size="11">"#,
      "<style>\(Self.style)</style>",
      #"<rect class="paper" width="1000" height="\#(bottom + 44)"/>"#,
      text(heading, 12, 20, "title"),
    ]
    for tick in ticks {
      let x = x(tick)
      lines.append(#"<path class="grid" d="M\#(x) \#(Self.top - 4)V\#(bottom)"/>"#)
      lines.append(text(Self.words(tick), x, Self.top - 9, "quiet middle"))
    }
    for (row, y) in zip(rows, stride(from: Self.top + 10, to: bottom, by: 20)) {
      let isCritical = row.bars.contains { critical.contains($0.number) }
      lines.append(text(row.title.fitted(to: 46), 12, y + 4, isCritical ? "critical" : ""))
      lines += bars(row.bars.filter { !critical.contains($0.number) }, y, "")
      lines += bars(row.bars.filter { critical.contains($0.number) }, y, "path")
      lines.append(text(row.remark.fitted(to: 24), 834, y + 4, "quiet"))
    }
    let isFolded = rows.count < bars.count
    let onPath = zip(path.dropFirst(), path).map { (source: $0, waiter: $1, isCritical: true) }
    let numbered = Dictionary(bars.map { ($0.number, $0) }) { $1 }
    let next = Dictionary(onPath.map { ($0.waiter.number, $0.source.number) }) { $1 }
    // A promise that waits for many shows those that settled last.
    let others = (isFolded ? [] : bars).flatMap { bar in
      bar.sources.compactMap { numbered[$0] }.sorted { $0.span.end < $1.span.end }.suffix(4)
        .filter { $0.number != next[bar.number] }
        .map { (source: $0, waiter: bar, isCritical: false) }
    }
    var taken: [Double: Int] = [:]
    for (source, waiter, isCritical) in others + onPath {
      guard let from = places[source.number], let to = places[waiter.number], from != to else {
        continue
      }
      let start = min(x(source.span.end), Self.right)
      let time = max(min(source.span.end, waiter.span.end), waiter.span.start)
      // Arrows at the same time are drawn side by side.
      let column = x(time).rounded()
      let end = column - 4 * Double(taken[column, default: 0] % 6)
      taken[column, default: 0] += 1
      let tip = to + (to > from ? -7 : 7)
      let (kind, slope) = (isCritical ? "arrow path" : "arrow", to > from ? 4 : -4)
      lines.append(
        #"<path class="\#(kind)" d="M\#(min(start, end)) \#(from)H\#(end)V\#(tip)"#
          + #"m-3 \#(-slope)l3 \#(slope)l3 \#(-slope)"/>"#)
    }
    return (lines + legend(at: bottom + 26) + ["</svg>\n"]).joined(separator: "\n")
  }

  private static let top = 58.0
  private static let left = 330.0
  private static let right = 820.0

  private func x(_ time: Double) -> Double {
    let part = length == 0 ? 0 : min(max(time / length, 0), 1)
    return ((Self.left + (Self.right - Self.left) * part) * 10).rounded() / 10
  }

  /// Four to ten round times.
  private var ticks: [Double] {
    guard length > 0 else { return [0] }
    var step = 1.0
    while step * 10 <= length / 4 { step *= 10 }
    step *= [5, 2].first { step * $0 <= length / 4 } ?? 1
    return Array(stride(from: 0, through: length, by: step))
  }

  /// Returns bars of one row, merged where they overlap.
  private func bars(_ bars: [Bar], _ y: Double, _ kind: String) -> [String] {
    var lines: [String] = []
    func draw(_ spans: [Bar.Span], _ kind: String, _ height: Double) {
      var merged: [(start: Double, end: Double)] = []
      for span in spans.sorted(by: { $0.start < $1.start }) {
        let (start, end) = (x(span.start), max(x(span.end), x(span.start) + 1))
        if let last = merged.last, start <= last.end {
          merged[merged.count - 1].end = max(last.end, end)
        } else {
          merged.append((start, end))
        }
      }
      for (start, end) in merged {
        let width = ((end - start) * 10).rounded() / 10
        lines.append(rectangle(kind, start, y - height / 2, width, height))
      }
    }
    for outcome in Bar.Outcome.allCases {
      let some = bars.filter { $0.outcome == outcome }
      draw(some.map(\.span), "\(outcome) \(kind)", 12)
      draw(some.flatMap(\.runs), "\(outcome) run", 8)
      draw(some.flatMap(\.pauses), "pause", 8)
    }
    return lines
  }

  private func rectangle(
    _ kind: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) -> String {
    #"<rect class="\#(kind)" x="\#(x)" y="\#(y)" width="\#(width)" height="\#(height)"/>"#
  }

  private func text(_ text: String, _ x: Double, _ y: Double, _ kind: String) -> String {
    let text = text.escaped(keeping: ".,:;/#“”’…×≤-_()") { "&#\($0.value);" }
    return #"<text class="\#(kind)" x="\#(x)" y="\#(y)">\#(text)</text>"#
  }

  private func legend(at y: Double) -> [String] {
    let pauses = bars.contains { !$0.pauses.isEmpty } ? [("a retry’s pause", "pause")] : []
    let kinds = [("waits", "fulfilled"), ("runs", "fulfilled run")] + pauses
    let outcomes = Bar.Outcome.allCases.dropFirst().filter { outcome in
      bars.contains { $0.outcome == outcome }
    }
    let all = kinds + outcomes.map { ("\($0)", "\($0)") } + [("critical path", "key path")]
    var x = 12.0
    return all.flatMap { word, kind in
      defer { x += 40 + 7 * Double(word.count) }
      return [
        rectangle(kind, x, y - 10, 16, 12),
        text(word, x + 22, y, "quiet"),
      ]
    }
  }

  private static let style = """
    svg{--paper:#fff;--ink:#1b2530;--quiet:#56657a;--grid:#e3e7ed;--path:#8a2fb0;\
    --wait:#cfe2f4;--run:#2f6fab;--bad:#f7cfca;--bad-run:#b3261e;--gone:#dde1e7;\
    --gone-run:#76828f;--hang:#ffe29a;--hang-run:#a06a00;--pause:#fff}
    @media(prefers-color-scheme:dark){svg{--paper:#11161d;--ink:#e6ebf2;--quiet:#9aa8ba;\
    --grid:#27303c;--path:#d79bf2;--wait:#23405e;--run:#6db1f2;--bad:#5c2320;--bad-run:#ff8a80;\
    --gone:#333c47;--gone-run:#97a3b1;--hang:#6b5313;--hang-run:#f2c14e;--pause:#11161d}}
    .paper{fill:var(--paper)}text{fill:var(--ink)}.title{font-weight:bold;font-size:13px}
    .quiet{fill:var(--quiet)}.middle{text-anchor:middle}.critical{font-weight:bold}
    .grid{stroke:var(--grid)}.arrow{fill:none;stroke:var(--quiet)}
    .fulfilled{fill:var(--wait)}.fulfilled.run{fill:var(--run)}
    .rejected{fill:var(--bad)}.rejected.run{fill:var(--bad-run)}
    .cancelled,.left{fill:var(--gone)}.cancelled.run,.left.run{fill:var(--gone-run)}
    .pending{fill:var(--hang)}.pending.run{fill:var(--hang-run)}
    .pause{fill:var(--pause);stroke:var(--quiet);stroke-dasharray:2}
    .path{stroke:var(--path);stroke-width:2}.key{fill:none}
    """
}
