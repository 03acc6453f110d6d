// The report of what is pending: who waits for whom, for a person to read.

extension Promise where Value == Never {
  /// Lists what is pending, a line for each promise, under the promise that it waits for.
  ///
  /// A line says what made the promise and where, its age, what it waits for and what waits for it.
  /// Promises that wait for each other come first: `a ring: #1 → #4 → #1`. Handlers and operations
  /// that go on though their promise is settled have a line too. Promises
  /// are tracked while `AsyncPromisesTesting` is linked, or after
  /// ``PromiseDiagnostics/startTracking()``; what was made before that is not listed.
  ///
  /// ## Cancellation
  /// Changes nothing, and can be called from a debugger: `po Promise.dumpPending()`.
  ///
  /// ```swift
  /// print(Promise.dumpPending())
  /// ```
  ///
  /// - Returns: the list, of a hundred lines at most.
  public static func dumpPending() -> String {
    WaitGraph(of: .process).description
  }
}

/// What is left to do in a scope, as it was found.
package struct WaitGraph: CustomStringConvertible {
  /// A promise with everything that is said about it.
  private struct Entry {
    let record: Record
    let state: String
    /// The numbers of the promises that it waits for.
    var sources: [UInt] = []
    /// The number of the promise that its operation awaits.
    var awaited: UInt?
  }

  private let entries: [Entry]
  /// Whether another thread had the list, and did not give it back.
  private let isBusy: Bool
  private let now = ContinuousClock.now

  package init(of scope: Scope) {
    // Of all scopes: whether what a promise waits for is pending does not depend on its scope.
    let records = Tracking.records(in: .process, whereOutstanding: scope)
    isBusy = records == nil
    let pending = Set((records ?? []).filter(\.isPending).map(\.number))
    entries = (records ?? []).filter { $0.scope.isWithin(scope) }.map {
      WaitGraph.entry(of: $0, pending)
    }
  }

  package var isEmpty: Bool { entries.isEmpty }

  // MARK: Looking

  private static func entry(of record: Record, _ pending: Set<UInt>) -> Entry {
    guard record.isPending else {
      let work = record.stage == .waiting ? "operation" : "handler"
      return Entry(record: record, state: "settled, but its \(work) has not ended")
    }
    let place = record.isolation.map { " on \($0)" } ?? ""
    switch record.stage {
    case .queued: return Entry(record: record, state: "its handler is queued\(place)")
    case .running: return Entry(record: record, state: "its handler runs\(place)")
    case .waiting: return waiting(record, pending, place)
    }
  }

  private static func waiting(_ record: Record, _ pending: Set<UInt>, _ place: String) -> Entry {
    let state: String
    switch record.obstacle {
    case .operation:
      let awaited = record.awaited.flatMap { pending.contains($0) ? $0 : nil }
      let wait = awaited.map { ", which awaits #\($0)" } ?? ""
      return Entry(
        record: record, state: "waits for its operation\(place)\(wait)", awaited: awaited)
    case .inputs:
      let inputs = record.inputs.filter(pending.contains)
      let list = inputs.isEmpty ? "its inputs" : inputs.map { "#\($0)" }.joined(separator: ", ")
      return Entry(record: record, state: "waits for \(list)", sources: inputs)
    case .time: state = "its time"
    case .items: state = "its items"
    case .untracked: state = "a promise that is not tracked"
    case let obstacle:
      guard let number = obstacle.number else {
        state = "its resolver"
        break
      }
      return Entry(record: record, state: "waits for #\(number)", sources: [number])
    }
    return Entry(record: record, state: "waits for \(state)")
  }

  // MARK: Rings

  /// The rings among the promises that are listed, each once, from its oldest promise on.
  private var rings: [[UInt]] {
    let sources = Dictionary(
      uniqueKeysWithValues: entries.map { entry in
        (entry.record.number, entry.sources + [entry.awaited].compactMap(\.self))
      })
    var rings: [[UInt]] = []
    var done: Set<UInt> = []
    for entry in entries where !done.contains(entry.record.number) {
      // The way down to where the search is, with the sources that are still to look at.
      var path = [(number: entry.record.number, rest: sources[entry.record.number, default: []])]
      var places = [entry.record.number: 0]
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

  // MARK: Telling

  private static let limit = 100

  /// The list; every promise stands under the first of those that it waits for.
  package var description: String {
    guard Tracking.isOn else {
      return "Promises are not tracked: link AsyncPromisesTesting, or call "
        + "PromiseDiagnostics.startTracking() first."
    }
    guard !isBusy else {
      return "The list of promises is busy: a thread that changes it has stopped. Ask again when "
        + "it goes on."
    }
    guard !entries.isEmpty else { return "Nothing is pending." }
    let consumers = Dictionary(
      grouping: entries.flatMap { entry in entry.sources.map { (source: $0, entry: entry) } },
      by: \.source)
    let numbers = Set(entries.map(\.record.number))
    // What hangs for good comes first.
    var lines = rings.prefix(10).map { ring in
      "a ring: " + (ring + ring.prefix(1)).map { "#\($0)" }.joined(separator: " → ")
    }
    var told: Set<UInt> = []
    // The last line counts what has no line of its own.
    let hasRoom = lines.count + entries.count <= WaitGraph.limit
    let limit = hasRoom ? WaitGraph.limit : WaitGraph.limit - 1
    // Those without a source in the list first; then those that a moving picture has left over.
    for isRoot in [true, false] {
      for entry in entries where entry.sources.allSatisfy({ !numbers.contains($0) }) == isRoot {
        var rest = [(entry: entry, depth: 0)]
        while lines.count < limit, let (entry, depth) = rest.popLast() {
          guard told.insert(entry.record.number).inserted else { continue }
          let waiting = consumers[entry.record.number, default: []].map(\.entry)
          lines.append(line(entry, depth, waiting.map(\.record.number)))
          let below = waiting.filter { $0.sources.first == entry.record.number }
          rest += below.reversed().map { ($0, depth + 1) }
        }
      }
    }
    if told.count < entries.count {
      lines.append("… and \(entries.count - told.count) more")
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ entry: Entry, _ depth: Int, _ consumers: [UInt]) -> String {
    let record = entry.record
    let indentation = String(repeating: "  ", count: min(depth, 16))
    var waiting = consumers.prefix(4).map { "#\($0)" }
    if consumers.count > 4 { waiting.append("\(consumers.count - 4) more") }
    switch record.waiters {
    case 0: break
    case 1: waiting.append("1 task")
    case let count: waiting.append("\(count) tasks")
    }
    let wanted = waiting.isEmpty ? "" : "; wanted by \(waiting.joined(separator: ", "))"
    let milliseconds = (now - record.made) / .milliseconds(1)
    let age = Duration.milliseconds(milliseconds.rounded())
    return "\(indentation)#\(record.number) \(record.creator), \(age) old: "
      + "\(entry.state)\(wanted)"
  }
}
