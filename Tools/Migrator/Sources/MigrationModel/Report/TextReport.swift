// The report as text: a table for each library, the reasons with their first places, and calls on
// values whose type the source doesn't reveal.

extension Report {
  /// - Parameter isVerbose: whether to list all places, not only the first ones.
  package func text(isVerbose: Bool) -> String {
    var lines = ["\(files) files, \(self.lines) lines"]
    if let count = filesInSwift5, count > 0 { lines[0] += ", \(count) files in Swift 5 mode" }
    for file in skipped { lines.append("skipped: \(file.file) \(file.why)") }
    for file in filesWithSyntaxErrors {
      lines.append("syntax errors: \(file), read as far as possible")
    }
    for library in libraries {
      lines += ["", ""] + library.table
      lines += library.details
      lines += library.reasons(isVerbose: isVerbose)
      lines += library.heldUp(isVerbose: isVerbose)
      lines += library.optionLines
      lines += library.unknownPlaces(isVerbose: isVerbose)
    }
    if callbacks.functions > 0 { lines += ["", ""] + callbacks.text(isVerbose: isVerbose) }
    if let progress { lines += ["", ""] + progress.lines }
    if libraries.isEmpty, callbacks.functions == 0 { lines += ["", "nothing to migrate"] }
    return lines.map { $0.trimmedEnd + "\n" }.joined()
  }
}

/// The number of places listed for each reason.
private let firstPlaces = 3

extension LibraryReport {
  fileprivate var table: [String] {
    var rows = [[library.title, "files", "chains", "links", "rewritable", "kept", "unknown"]]
    rows += modules.map { ["  " + $0.module] + $0.figures.cells }
    if modules.count > 1 { rows.append(["  all"] + total.cells) }
    return aligned(rows)
  }

  fileprivate var details: [String] {
    var lines: [String] = [""]
    func add(_ title: String, _ counts: [String: Int]) {
      guard !counts.isEmpty else { return }
      lines += wrapped("  \(title): ", counts.byCount.map { "\($0.key) \($0.value)" })
    }
    add("imports", total.imports)
    add("operators", total.operators)
    add("groups", total.groups)
    add("resolvers", total.resolvers)
    add("queues", total.queues)
    if total.handlers > 0 {
      lines.append(
        "  handlers: \(total.handlers), of which \(total.handlersThatTouchSelf) touch self, "
          + "\(total.handlersThatHoldSelfWeakly) of them weakly")
    }
    lines.append(
      "  single calls: \(total.calls), of which \(total.rewritableCalls) rewritable")
    lines.append("  functions and properties that return its promises: \(total.declarations)")
    return lines
  }

  /// Lists each reason once per chain, with the place of the first call that it applies to.
  fileprivate func reasons(isVerbose: Bool) -> [String] {
    guard !total.kept.isEmpty else { return [] }
    var places: [Reason: [String]] = [:]
    for chain in (chains + calls).sorted(by: ChainReport.isBefore) {
      var seen: Set<Reason> = []
      if let reason = chain.head.reason, seen.insert(reason).inserted {
        places[reason, default: []]
          .append("\(chain.file):\(chain.line):\(chain.column)  \(chain.head.name)")
      }
      for link in chain.links {
        guard let reason = link.reason, seen.insert(reason).inserted else { continue }
        places[reason, default: []]
          .append("\(chain.file):\(link.line):\(link.column)  \(link.name)")
      }
    }
    var lines = ["", "  kept, by reason (a chain may have several)"]
    for (name, count) in total.kept.byCount {
      guard let reason = Reason(rawValue: name) else { continue }
      lines += listed(reason, count, places[reason] ?? [], isVerbose: isVerbose)
    }
    return lines
  }

  /// The types to make `Sendable`, or to put on the main actor, and how many chains each holds up.
  fileprivate func heldUp(isVerbose: Bool) -> [String] {
    let types = (total.heldUp ?? [:]).byCount.map { "\($0.value)  \($0.key)" }
    guard !types.isEmpty else { return [] }
    let title =
      "  held up by types that aren't `Sendable`: `--assume main-actor:`, `sendable:`, `swift-5`"
    return ["", title] + first(of: types, isVerbose: isVerbose, count: 12)
  }

  /// The options that would move more, and the chains that nothing else holds up.
  fileprivate var optionLines: [String] {
    guard let options = total.options, !options.isEmpty else { return [] }
    return ["", "  options that would move more chains"]
      + options.byCount.map { "       \($0.value)  \($0.key)" }
  }

  fileprivate func unknownPlaces(isVerbose: Bool) -> [String] {
    guard !unknown.isEmpty else { return [] }
    let places = unknown.map { one in
      let why = one.reason.map { " (\($0.rawValue))" } ?? ""
      return "\(one.file):\(one.line):\(one.column)  \(one.name)\(why)"
    }
    return ["", "  unknown: not counted, because the source leaves open whether it is a promise"]
      + first(of: places, isVerbose: isVerbose)
  }
}

extension CallbackReport {
  fileprivate func text(isVerbose: Bool) -> [String] {
    var rows = [["Callbacks", "functions", "get a form", "kept"]]
    rows += modules.map {
      [
        "  " + $0.module, "\($0.functions)", percent($0.rewritable, of: $0.functions),
        "\($0.functions - $0.rewritable)",
      ]
    }
    if modules.count > 1 {
      rows.append(
        ["  all", "\(functions)", percent(rewritable, of: functions), "\(functions - rewritable)"])
    }
    var lines = aligned(rows)
    lines.append("")
    lines += wrapped("  shapes: ", shapes.byCount.map { "\($0.key) \($0.value)" })
    let kept = Dictionary(grouping: list.filter { $0.reason != nil }) { $0.reason }
    let counts = kept.reduce(into: [String: Int]()) { counts, entry in
      if let reason = entry.key { counts[reason.rawValue] = entry.value.count }
    }
    if !counts.isEmpty { lines += ["", "  kept, by reason"] }
    for (name, count) in counts.byCount {
      guard let reason = Reason(rawValue: name) else { continue }
      let places = (kept[reason] ?? []).map { "\($0.file):\($0.line)  \($0.name) \($0.shape)" }
      lines += listed(reason, count, places, isVerbose: isVerbose)
    }
    return lines
  }
}

extension Figures {
  fileprivate var cells: [String] {
    [
      "\(files)", "\(chains)", "\(links)", percent(rewritableChains, of: chains), "\(keptChains)",
      "\(unknown)",
    ]
  }
}

extension ChainReport {
  fileprivate static func isBefore(_ left: ChainReport, _ right: ChainReport) -> Bool {
    (left.file, left.line, left.column) < (right.file, right.line, right.column)
  }
}

private func percent(_ part: Int, of whole: Int) -> String {
  whole == 0 ? "-" : "\(part * 100 / whole) %"
}

private func listed(
  _ reason: Reason, _ count: Int, _ places: [String], isVerbose: Bool
) -> [String] {
  ["  \(count)  \(reason.rawValue): \(reason.sentence)"] + first(of: places, isVerbose: isVerbose)
}

private func first(
  of places: [String], isVerbose: Bool, count: Int = firstPlaces
) -> [String] {
  let shown = isVerbose ? places[...] : places.prefix(count)
  let rest = places.count - shown.count
  return shown.map { "       \($0)" } + (rest > 0 ? ["       and \(rest) more"] : [])
}

/// Aligns the rows in columns: the first column left, the others right.
func aligned(_ rows: [[String]]) -> [String] {
  let columns = rows.map(\.count).max() ?? 0
  let widths = (0..<columns).map { column in
    rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
  }
  return rows.map { row in
    row.enumerated().map { column, cell in
      let space = String(repeating: " ", count: widths[column] - cell.count)
      return column == 0 ? cell + space : "   " + space + cell
    }.joined()
  }
}

/// Wraps items at 100 columns, and indents the lines after the first.
private func wrapped(_ title: String, _ items: [String]) -> [String] {
  var lines = [title]
  for (index, item) in items.enumerated() {
    let text = item + (index == items.count - 1 ? "" : ", ")
    let last = lines[lines.count - 1]
    if last.count + text.trimmedEnd.count > 100 {
      lines.append(String(repeating: " ", count: title.count) + text)
    } else {
      lines[lines.count - 1] = last + text
    }
  }
  return lines
}

extension Dictionary where Key == String, Value == Int {
  /// Sorted by count, the highest first, then by name.
  var byCount: [(key: String, value: Int)] {
    sorted { ($1.value, $0.key) < ($0.value, $1.key) }
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
