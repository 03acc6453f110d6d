// The report on pending promises as a diagram: a Mermaid flowchart.

import AsyncPromises

extension WaitGraph {
  // Renderers refuse more than 500 arrows, or 50,000 characters.
  private static let mostNodes = 100
  private static let mostArrows = 400
  private static let mostCharacters = 32_000

  /// The flowchart, with a node for each promise, an arrow to each promise it waits for, and a
  /// color for its state.
  package var mermaid: String {
    if let silence { return "flowchart LR\n  note[\"\(silence.inMermaid())\"]" }
    let rings = membersOfRings
    let chosen = chosenEntries(rings)
    let shown = Set(chosen.map(\.number))
    var room = WaitGraph.mostCharacters
    let nodes = chosen.map { (entry: $0, text: node($0, shown)) }.prefix { node in
      room -= node.text.unicodeScalars.count
      return room >= 0
    }
    let arrows = arrows(among: nodes.map(\.entry))
    var lines = nodes.map(\.text) + arrows.prefix(WaitGraph.mostArrows)
    var missing: [String] = []
    if nodes.count < entries.count { missing.append("\(entries.count - nodes.count) more") }
    if arrows.count > WaitGraph.mostArrows {
      missing.append("\(arrows.count - WaitGraph.mostArrows) more arrows")
    }
    if !missing.isEmpty { lines.append("note[\"… and \(missing.joined(separator: ", "))\"]") }
    for (state, style) in WaitGraph.styles {
      let names = nodes.map(\.entry).filter { entry in
        state == (rings.contains(entry.number) ? "cycle" : WaitGraph.hope(of: entry))
      }.map { "p\($0.number)" }.joined(separator: ",")
      if names.isEmpty { continue }
      lines += ["class \(names) \(state)", "classDef \(state) \(style),color:#111111"]
    }
    return (["flowchart LR"] + lines.map { "  \($0)" }).joined(separator: "\n")
  }

  private static let styles = [
    ("cycle", "fill:#ffd9d6,stroke:#b3261e,stroke-width:3px"),
    ("resolver", "fill:#fff0c2,stroke:#a06a00"),
    ("work", "fill:#d7f0dd,stroke:#2b7a3e"),
    ("others", "fill:#e3e8ef,stroke:#5b6b82"),
  ]

  /// What it takes for a pending promise to settle: a call of its resolver, other promises that
  /// settle first, or running work and passing time.
  private static func hope(of entry: Entry) -> String {
    switch entry.obstacle {
    case .resolver: "resolver"
    case .promise, .inputs, .place: "others"
    default: entry.waitsFor.isEmpty ? "work" : "others"
    }
  }

  /// The promises in cycles. `rings` contains every promise of a cycle that stands alone, and
  /// at least one promise of each group of cycles that share promises.
  private var membersOfRings: Set<UInt64> {
    let (sources, consumers) = (sources, consumers(by: \.waitsFor))
    return rings.compactMap(\.first).reduce(into: []) { members, start in
      if members.contains(start) { return }
      let below = WaitGraph.closure(of: [start]) { sources[$0] ?? [] }
      let above = WaitGraph.closure(of: [start]) { consumers[$0]?.map(\.number) ?? [] }
      members.formUnion(below.intersection(above))
    }
  }

  /// The promises that there is room for: cycles first, then in the order of the text.
  private func chosenEntries(_ rings: Set<UInt64>) -> [Entry] {
    let inRings = entries.filter { rings.contains($0.number) }
    let all =
      inRings
      + nested(WaitGraph.mostNodes + inRings.count).map(\.entry).filter {
        !rings.contains($0.number)
      }
    return Array(all.prefix(WaitGraph.mostNodes))
  }

  private func arrows(among entries: [Entry]) -> [String] {
    let shown = Set(entries.map(\.number))
    return entries.flatMap { entry in
      let arrow = entry.obstacle == .operation ? "-.->|awaits|" : "-->|waits for|"
      return entry.waitsFor.filter(shown.contains).map { "p\(entry.number) \(arrow) p\($0)" }
    }
  }

  private func node(_ entry: Entry, _ shown: Set<UInt64>) -> String {
    let creator = entry.record.creator
    let name = creator.name.map { " “\($0.inMermaid())”" } ?? ""
    let line = creator.site.line == 0 ? "" : ":\(creator.site.line)"
    // If there are many sources, only the arrows show them.
    let hidden = entry.sources.count { !shown.contains($0) }
    var lines = [
      "#\(entry.number) \(creator.kind)".inMermaid() + name,
      creator.site.file.inMermaid(keeping: "./") + line,
      age(of: entry).inMermaid(keeping: ".,"),
      entry.sources.count <= 4
        ? entry.state.inMermaid(keeping: ",")
        : "waits for \(entry.sources.count)" + (hidden == 0 ? "" : ", \(hidden) not shown"),
    ]
    if let tasks = entry.record.waitingTasks { lines.append("needed by \(tasks)") }
    return "p\(entry.number)[\"\(lines.joined(separator: "<br/>"))\"]"
  }
}

extension String {
  /// The text in Mermaid, which would otherwise take parts of it for Markdown, HTML, icons or its
  /// own statements.
  fileprivate func inMermaid(keeping kept: String = "") -> String {
    escaped(keeping: kept) { "#\($0.value);" }
  }
}
