// What is pending, and what waits for what.

import AsyncPromises

/// A snapshot of what is still pending in a scope.
package struct WaitGraph {
  /// A promise with everything that a report shows about it.
  struct Entry {
    /// What it takes for a pending promise to settle.
    enum Hope: String {
      /// Running work or passing time.
      case work
      /// Other promises have to settle first.
      case others
      /// A call of its resolver: nothing else can settle it.
      case resolver
    }

    let record: Record
    /// Whether it is from outside the scope, and listed because promises in the scope wait for it.
    var isOutside = false
    var state: String
    var hope = Hope.work
    /// The numbers of the promises it waits for.
    var sources: [UInt64] = []
    /// The number of the promise that its operation awaits.
    var awaited: UInt64?

    /// The numbers of its sources and of the promise that its operation awaits.
    var waitsFor: [UInt64] { sources + [awaited].compactMap(\.self) }

    /// Completes `state` with what `record` waits for: the record of the promise, or of a part of
    /// it.
    mutating func describe(_ record: Record, at place: String, _ pending: Set<UInt64>) {
      let obstacle = record.obstacle
      switch obstacle.kind {
      case .resolver:
        state += "its resolver"
        hope = .resolver
      case .promise:
        hope = .others
        sources = [obstacle.number].compactMap { $0 == 0 ? nil : $0 }
        state += sources.first.map { "#\($0)" } ?? "an untracked promise"
      case .operation:
        awaited = record.awaited.flatMap { pending.contains($0) ? $0 : nil }
        state += "its operation\(place)"
        if let attempt = obstacle.attempt { state += ", \(attempt)" }
        if let awaited {
          state += ", which awaits #\(awaited)"
          hope = .others
        }
      case .pause:
        state += obstacle.attempt.map { "the pause before \($0)" } ?? "its pause"
      case .time: state += "its timer"
      case .items: state += "its items"
      case .inputs, .place:
        hope = .others
        sources = record.inputs.filter(pending.contains)
        let list = sources.map { "#\($0)" }.joined(separator: ", ")
        state += sources.isEmpty ? "its inputs" : list
      }
    }
  }

  let entries: [Entry]
  /// Promises that are retained for as long as the graph exists.
  private let kept: [Cell]
  /// Whether another thread held the list and didn't release it in time.
  let isBusy: Bool
  let now: ContinuousClock.Instant

  /// - Parameters:
  ///   - inner: a scope whose promises are left out.
  ///   - isKeeping: whether to retain the promises for as long as the graph exists, so that
  ///     examining them doesn't destroy any of them here, where none of the user's code may run.
  package init(of scope: Scope, without inner: Scope? = nil, isKeeping: Bool = false) {
    let records = PromiseTracker.records(in: scope)
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
    // A report on promises older than a mark lists no others.
    let others = inner == nil ? touched.filter { !$0.scope.isWithin(scope) } : []
    let outside = others.compactMap { record -> Entry? in
      guard pending.contains(record.number), !told.contains(record.number) else { return nil }
      var entry = WaitGraph.entry(of: record, parts, pending)
      entry.isOutside = true
      return entry
    }
    // The scope's own promises come first, because there may not be room for all.
    entries = inside + WaitGraph.entries(thatAreWaitedForBy: inside, among: outside)
  }

  package var isEmpty: Bool { entries.isEmpty && !isBusy }

  // MARK: Searching

  /// Returns the numbers themselves, the numbers that `next` leads to, and so on.
  static func closure(of numbers: [UInt64], _ next: (UInt64) -> [UInt64]) -> Set<UInt64> {
    var (found, rest) = (Set(numbers), numbers)
    while let number = rest.popLast() {
      rest += next(number).filter { found.insert($0).inserted }
    }
    return found
  }

  private static func numbered(_ records: [Record]) -> [UInt64: Record] {
    Dictionary(uniqueKeysWithValues: records.map { ($0.number, $0) })
  }

  /// Returns the promises, and everything they wait for. Other promises are left alone, because
  /// examining one retains it for a moment, or for as long as the graph exists.
  private static func related(to listed: [Record], in records: [Record]) -> [Record] {
    var known = numbered(records)
    func find() -> Set<UInt64> { closure(of: listed.map(\.number)) { known[$0]?.related ?? [] } }
    var (found, outside) = (find(), [Record]())
    // What a promise waits for may belong to any scope, or have ended.
    if found.contains(where: { known[$0] == nil }) {
      outside = (PromiseTracker.records(in: .process) ?? []).filter { known[$0.number] == nil }
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

  /// Returns the parts that get no line of their own: the line of the whole promise shows what they
  /// wait for.
  private static func parts(
    thatAreToldIn listed: [Record], _ parts: [UInt64: Record], _ pending: Set<UInt64>
  ) -> Set<UInt64> {
    guard !parts.isEmpty else { return [] }
    let whole = listed.filter { !$0.creator.isPart }
    let told = whole.flatMap { WaitGraph.parts(that: $0, waitsFor: parts).map(\.number) }
    // A promise's parts are created before it waits for them.
    let makers = Set(whole.map(\.creator.description))
    let new = parts.values.filter {
      pending.contains($0.number) && makers.contains($0.creator.description)
    }
    return Set(told + new.map(\.number))
  }

  /// Returns the part that a promise waits for, the part that this part waits for, and so on.
  private static func parts(that record: Record, waitsFor parts: [UInt64: Record]) -> [Record] {
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
    of record: Record, _ parts: [UInt64: Record], _ pending: Set<UInt64>
  ) -> Entry {
    guard record.isPending else {
      let work = record.stage == .waiting ? "operation" : "handler"
      return Entry(record: record, state: "settled, but its \(work) has not finished")
    }
    switch record.stage {
    case .queued: return Entry(record: record, state: "its handler is queued\(place(of: record))")
    case .running: return Entry(record: record, state: "its handler is running\(place(of: record))")
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
}
