// The report of what is pending: who waits for whom, for a person to read.

/// What is left to do in a scope, as it was found.
package struct WaitGraph: CustomStringConvertible {
  /// A promise with everything that is said about it.
  private struct Entry {
    let record: Record
    /// Whether it is from outside the scope, and told for those that wait for it.
    var isOutside = false
    var state: String
    /// The numbers of the promises that it waits for.
    var sources: [UInt] = []
    /// The number of the promise that its operation awaits.
    var awaited: UInt?

    /// The numbers of both kinds.
    var waitsFor: [UInt] { sources + [awaited].compactMap(\.self) }

    /// Ends `state` with what `record` waits for: the promise itself, or a part of it.
    mutating func describe(_ record: Record, at place: String, _ pending: Set<UInt>) {
      let obstacle = record.obstacle
      switch obstacle.kind {
      case .resolver: state += "its resolver"
      case .promise:
        sources = [obstacle.number].compactMap(\.self)
        state += sources.map { "#\($0)" }.joined()
      case .operation:
        awaited = record.awaited.flatMap { pending.contains($0) ? $0 : nil }
        state += "its operation\(place)"
        if let attempt = obstacle.attempt { state += ", \(attempt)" }
        if let awaited { state += ", which awaits #\(awaited)" }
      case .pause:
        state += "its pause"
        if let attempt = obstacle.attempt { state += " before \(attempt)" }
      case .time: state += "its time"
      case .items: state += "its items"
      case .inputs:
        sources = record.inputs.filter(pending.contains)
        let list = sources.map { "#\($0)" }.joined(separator: ", ")
        state += sources.isEmpty ? "its inputs" : list
      case .untracked: state += "a promise that is not tracked"
      }
    }
  }

  private let entries: [Entry]
  /// Promises that are kept as long as the graph.
  private let kept: [Cell]
  /// Whether another thread had the list, and did not give it back.
  private let isBusy: Bool
  private let now: ContinuousClock.Instant

  /// - Parameters:
  ///   - inner: whose promises are left out.
  ///   - isKeeping: whether no promise may go while it is looked at, because nothing of the user's
  ///     may run here.
  package init(of scope: Scope, without inner: Scope? = nil, isKeeping: Bool = false) {
    let records = Tracking.records(in: scope)
    now = .now
    isBusy = records == nil
    let listed = (records ?? []).filter { record in
      inner.map { !record.scope.isWithin($0) } != false
    }
    let touched = WaitGraph.related(to: listed, in: records ?? [])
    let parts = WaitGraph.numbered(touched.filter(\.creator.isPart))
    kept = isKeeping ? touched.compactMap(\.cell) : []
    let pending = Set(touched.filter(\.isPending).map(\.number))
    let told = WaitGraph.parts(thatAreToldIn: touched, parts, pending)
    let inside = listed.filter { !told.contains($0.number) }.map {
      WaitGraph.entry(of: $0, parts, pending)
    }
    // Of a report on what is older than a mark, that is all.
    let others = inner == nil ? touched.filter { !$0.scope.isWithin(scope) } : []
    let outside = others.compactMap { record -> Entry? in
      guard pending.contains(record.number), !told.contains(record.number) else { return nil }
      var entry = WaitGraph.entry(of: record, parts, pending)
      entry.isOutside = true
      return entry
    }
    // What the scope has itself comes first: there may be no room for all.
    entries = inside + WaitGraph.entries(thatAreWaitedForBy: inside, among: outside)
  }

  package var isEmpty: Bool { entries.isEmpty }

  // MARK: Looking

  /// The numbers themselves, those that `next` leads to, and so on.
  private static func closure(of numbers: [UInt], _ next: (UInt) -> [UInt]) -> Set<UInt> {
    var (found, rest) = (Set(numbers), numbers)
    while let number = rest.popLast() {
      rest += next(number).filter { found.insert($0).inserted }
    }
    return found
  }

  private static func numbered(_ records: [Record]) -> [UInt: Record] {
    Dictionary(uniqueKeysWithValues: records.map { ($0.number, $0) })
  }

  /// The promises, and all that they wait for. No other is touched: it would be kept for a moment,
  /// or for as long as the graph.
  private static func related(to listed: [Record], in records: [Record]) -> [Record] {
    var known = numbered(records)
    func find() -> Set<UInt> { closure(of: listed.map(\.number)) { known[$0]?.related ?? [] } }
    var (found, outside) = (find(), [Record]())
    // What a promise waits for may be of any scope, or have ended.
    if found.contains(where: { known[$0] == nil }) {
      outside = (Tracking.records(in: .process) ?? []).filter { known[$0.number] == nil }
      known.merge(numbered(outside)) { inside, _ in inside }
      found = find()
    }
    return (records + outside).filter { found.contains($0.number) }
  }

  private static func entries(
    thatAreWaitedForBy inside: [Entry], among outside: [Entry]
  ) -> [Entry] {
    guard !outside.isEmpty else { return [] }
    let known = Dictionary(
      uniqueKeysWithValues: (inside + outside).map { ($0.record.number, $0) })
    let found = closure(of: inside.map(\.record.number)) { known[$0]?.waitsFor ?? [] }
    return outside.filter { found.contains($0.record.number) }
  }

  /// The parts without a line of their own: what they wait for is told in that of a whole one.
  private static func parts(
    thatAreToldIn listed: [Record], _ parts: [UInt: Record], _ pending: Set<UInt>
  ) -> Set<UInt> {
    guard !parts.isEmpty else { return [] }
    let whole = listed.filter { !$0.creator.isPart }
    let told = whole.flatMap { WaitGraph.parts(that: $0, waitsFor: parts).map(\.number) }
    // A promise is made of its parts before it waits for them.
    let makers = Set(whole.map(\.creator.description))
    let new = parts.values.filter {
      pending.contains($0.number) && makers.contains($0.creator.description)
    }
    return Set(told + new.map(\.number))
  }

  /// The part that a promise waits for, the part that this one waits for, and so on.
  private static func parts(that record: Record, waitsFor parts: [UInt: Record]) -> [Record] {
    var chain: [Record] = []
    var last = record
    while last.isPending, last.stage == .waiting, let number = last.obstacle.number,
      let part = parts[number]
    {
      chain.append(part)
      last = part
    }
    return chain
  }

  private static func entry(
    of record: Record, _ parts: [UInt: Record], _ pending: Set<UInt>
  ) -> Entry {
    guard record.isPending else {
      let work = record.stage == .waiting ? "operation" : "handler"
      return Entry(record: record, state: "settled, but its \(work) has not ended")
    }
    switch record.stage {
    case .queued: return Entry(record: record, state: "its handler is queued\(place(of: record))")
    case .running: return Entry(record: record, state: "its handler runs\(place(of: record))")
    case .waiting:
      let last = WaitGraph.parts(that: record, waitsFor: parts).last ?? record
      var entry = Entry(record: record, state: "waits for ")
      entry.describe(last, at: place(of: last), pending)
      return entry
    }
  }

  private static func place(of record: Record) -> String {
    record.isolation.map { " on \($0)" } ?? ""
  }

  // MARK: Rings

  /// The rings among the promises that are listed, each once, from its oldest promise on.
  private var rings: [[UInt]] {
    let sources = Dictionary(
      uniqueKeysWithValues: entries.map { entry in
        (entry.record.number, entry.waitsFor)
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
        + "that thread continues."
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
    let origin = entry.isOutside ? ", from outside the scope" : ""
    return "\(indentation)#\(record.number) \(record.creator), \(age) old\(origin): "
      + "\(entry.state)\(wanted)"
  }
}
