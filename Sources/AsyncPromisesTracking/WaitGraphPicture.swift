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
    if let silence { return "flowchart LR\n  note[\"\(MermaidText.escaped(silence))\"]" }
    let rings = membersOfRings
    var nodes: [(number: UInt64, text: String)] = []
    var room = WaitGraph.mostCharacters
    let chosen = chosenEntries(rings)
    let shown = Set(chosen.map(\.record.number))
    for entry in chosen {
      let text = "p\(entry.record.number)[\"\(label(of: entry, shown))\"]"
      room -= text.unicodeScalars.count
      guard room >= 0 else { break }
      nodes.append((entry.record.number, text))
    }
    let states = Dictionary(grouping: chosen.prefix(nodes.count)) { entry in
      rings.contains(entry.record.number) ? "cycle" : entry.hope.rawValue
    }
    let arrows = self.arrows(of: chosen, among: Set(nodes.map(\.number)))
    var lines = nodes.map(\.text) + arrows.prefix(WaitGraph.mostArrows)
    var missing: [String] = []
    if nodes.count < entries.count { missing.append("\(entries.count - nodes.count) more") }
    if arrows.count > WaitGraph.mostArrows {
      missing.append("\(arrows.count - WaitGraph.mostArrows) more arrows")
    }
    if !missing.isEmpty { lines.append("note[\"… and \(missing.joined(separator: ", "))\"]") }
    for (state, style) in WaitGraph.styles {
      guard let entries = states[state] else { continue }
      let names = entries.map { "p\($0.record.number)" }.joined(separator: ",")
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

  /// The promises in cycles. `rings` contains every promise of a cycle that stands alone, and
  /// at least one promise of each group of cycles that share promises.
  private var membersOfRings: Set<UInt64> {
    let starts = rings.compactMap(\.first)
    guard !starts.isEmpty else { return [] }
    let sources = Dictionary(
      uniqueKeysWithValues: entries.map { ($0.record.number, $0.waitsFor) })
    let consumers = Dictionary(
      grouping: entries.flatMap { entry in
        entry.waitsFor.map { (source: $0, consumer: entry.record.number) }
      }, by: \.source)
    var members: Set<UInt64> = []
    for start in starts where !members.contains(start) {
      let below = WaitGraph.closure(of: [start]) { sources[$0] ?? [] }
      let above = WaitGraph.closure(of: [start]) { consumers[$0]?.map(\.consumer) ?? [] }
      members.formUnion(below.intersection(above))
    }
    return members
  }

  /// The promises that there is room for: cycles first, then in the order of the text.
  private func chosenEntries(_ rings: Set<UInt64>) -> [Entry] {
    let inRings = entries.filter { rings.contains($0.record.number) }
    let others = nested(WaitGraph.mostNodes + inRings.count).map(\.entry).filter {
      !rings.contains($0.record.number)
    }
    return Array((inRings + others).prefix(WaitGraph.mostNodes))
  }

  private func arrows(of entries: [Entry], among shown: Set<UInt64>) -> [String] {
    entries.filter { shown.contains($0.record.number) }.flatMap { entry in
      let number = entry.record.number
      let awaited = [entry.awaited].compactMap(\.self).filter(shown.contains)
      return entry.sources.filter(shown.contains).map { "p\(number) -->|waits for| p\($0)" }
        + awaited.map { "p\(number) -.->|awaits| p\($0)" }
    }
  }

  // MARK: Nodes

  private func label(of entry: Entry, _ shown: Set<UInt64>) -> String {
    let (record, creator) = (entry.record, entry.record.creator)
    let name = creator.name.map { " “\(MermaidText.escaped($0))”" } ?? ""
    let line = creator.site.line == 0 ? "" : ":\(creator.site.line)"
    var lines = [
      "\(MermaidText.escaped("#\(record.number) \(creator.kind)"))\(name)",
      MermaidText.escaped(creator.site.file, keeping: "./") + line,
      MermaidText.escaped(age(of: entry), keeping: ".,"),
    ]
    // If there are many sources, only the arrows show them.
    let hidden = entry.sources.count { !shown.contains($0) }
    lines.append(
      entry.sources.count <= 4
        ? MermaidText.escaped(entry.state, keeping: ",")
        : "waits for \(entry.sources.count)" + (hidden == 0 ? "" : ", \(hidden) not shown"))
    switch record.waiters {
    case 0: break
    case 1: lines.append("needed by 1 task")
    case let count: lines.append("needed by \(count) tasks")
    }
    return lines.joined(separator: "<br/>")
  }
}

/// Quoted text in Mermaid, which would otherwise take parts of it for Markdown, HTML, icons or its
/// own statements.
enum MermaidText {
  private static let longest = 80

  /// Returns the text on one line, with a numeric code for anything except letters, digits, spaces
  /// and the characters in `kept`.
  ///
  /// - Parameter kept: further characters to keep as they are.
  static func escaped(_ text: String, keeping kept: String = "") -> String {
    let scalars = text.unicodeScalars
    let isLong = scalars.count > longest
    let start = scalars.prefix(isLong ? longest - 1 : longest)
    return start.map { scalar in escaped(scalar, kept) }.joined() + (isLong ? "…" : "")
  }

  private static func escaped(_ scalar: Unicode.Scalar, _ kept: String) -> String {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber:
      return String(scalar)
    case .control, .lineSeparator, .paragraphSeparator: return " "
    default:
      let isPlain = scalar == " " || kept.unicodeScalars.contains(scalar)
      return isPlain ? String(scalar) : "#\(scalar.value);"
    }
  }
}
