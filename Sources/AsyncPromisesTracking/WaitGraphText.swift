// The report on pending promises as text.

import AsyncPromises

extension WaitGraph: CustomStringConvertible {
  // MARK: Cycles

  /// What each listed promise waits for.
  var sources: [UInt64: [UInt64]] {
    Dictionary(uniqueKeysWithValues: entries.map { ($0.number, $0.waitsFor) })
  }

  /// Cycles among the listed promises, each of them once, starting with its oldest promise. If
  /// several cycles share promises, at least one of them is included.
  var rings: [[UInt64]] {
    let sources = sources
    var rings: [[UInt64]] = []
    var done: Set<UInt64> = []
    for entry in entries where !done.contains(entry.number) {
      // The path to the current position of the search, with the sources still to be visited.
      var path = [(number: entry.number, rest: entry.waitsFor)]
      var places = [entry.number: 0]
      while let last = path.indices.last {
        guard let next = path[last].rest.popLast() else {
          let number = path.removeLast().number
          places[number] = nil
          done.insert(number)
          continue
        }
        if let place = places[next] {
          rings.append(path[place...].map(\.number))
        } else if !done.contains(next), let rest = sources[next] {
          places[next] = path.count
          path.append((next, rest))
        }
      }
    }
    return rings.map { ring in
      let start = ring.indices.min { ring[$0] < ring[$1] } ?? 0
      return Array(ring[start...] + ring[..<start])
    }
  }

  // MARK: Text

  private static let limit = 100

  /// Why there is nothing to list, or `nil` if there is something.
  var silence: String? {
    guard Tracking.isOn else {
      return "Promises are not tracked: link AsyncPromisesTesting, or call "
        + "PromiseDiagnostics.startTracking() first."
    }
    guard !isBusy else {
      return "The list of promises is locked by a thread that has stopped. Try again when that "
        + "thread has resumed."
    }
    return entries.isEmpty ? "Nothing is pending." : nil
  }

  /// The list, with each promise under the first of those it waits for.
  package var description: String {
    if let silence { return silence }
    // Cycles come first, because they hang forever.
    var lines = rings.prefix(10).map { ring in
      "a cycle: " + (ring + ring.prefix(1)).map { "#\($0)" }.joined(separator: " → ")
    }
    // The last line counts the promises that have no line.
    let hasRoom = lines.count + entries.count <= WaitGraph.limit
    let limit = hasRoom ? WaitGraph.limit : WaitGraph.limit - 1
    let told = nested(limit - lines.count)
    lines += told.map { line($0.entry, $0.depth, $0.consumers) }
    if told.count < entries.count {
      lines.append("… and \(entries.count - told.count) more")
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the first promises, each under the first of those it waits for, with the promises that
  /// wait for it.
  func nested(_ limit: Int) -> [(entry: Entry, depth: Int, consumers: [Entry])] {
    let consumers = consumers(by: \.sources)
    let numbers = Set(entries.map(\.number))
    var list: [(entry: Entry, depth: Int, consumers: [Entry])] = []
    var told: Set<UInt64> = []
    // First those without a source in the list, then those left over because the graph was
    // changing.
    for isRoot in [true, false] {
      for entry in entries where numbers.isDisjoint(with: entry.sources) == isRoot {
        var rest = [(entry: entry, depth: 0)]
        while list.count < limit, let (entry, depth) = rest.popLast() {
          guard told.insert(entry.number).inserted else { continue }
          let waiting = consumers[entry.number] ?? []
          list.append((entry, depth, waiting))
          let below = waiting.filter { $0.sources.first == entry.number }
          rest += below.reversed().map { ($0, depth + 1) }
        }
      }
    }
    return list
  }

  /// Returns, for each promise, the listed ones that have its number among their `sources`.
  func consumers(by sources: (Entry) -> [UInt64]) -> [UInt64: [Entry]] {
    let pairs = entries.flatMap { entry in sources(entry).map { (source: $0, entry: entry) } }
    return Dictionary(grouping: pairs, by: \.source).mapValues { $0.map(\.entry) }
  }

  private func line(_ entry: Entry, _ depth: Int, _ consumers: [Entry]) -> String {
    let indentation = String(repeating: "  ", count: min(depth, 16))
    var waiting = consumers.prefix(4).map { "#\($0.number)" }
    if consumers.count > 4 { waiting.append("\(consumers.count - 4) more") }
    waiting += [entry.record.waitingTasks].compactMap(\.self)
    let wanted = waiting.isEmpty ? "" : "; needed by \(waiting.joined(separator: ", "))"
    return "\(indentation)#\(entry.number) \(entry.record.creator), \(age(of: entry)): "
      + "\(entry.state)\(wanted)"
  }

  func age(of entry: Entry) -> String {
    let milliseconds = (now - entry.record.made) / .milliseconds(1)
    let age = Duration.milliseconds(milliseconds.rounded())
    return "\(age) old" + (entry.isOutside ? ", from outside the scope" : "")
  }
}
