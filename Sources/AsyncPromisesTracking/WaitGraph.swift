// What is pending, and what waits for what.

import AsyncPromises

/// A snapshot of what is still pending in a scope.
package struct WaitGraph {
  /// A promise with everything that a report shows about it.
  struct Entry {
    let record: Record
    /// Whether it is from outside the scope, and listed because promises in the scope wait for it.
    let isOutside: Bool
    private(set) var state = ""
    /// What it waits for; `nil` if it is settled, or its handler is due.
    private(set) var obstacle: Origin.Obstacle?
    /// The numbers of the promises that it waits for, or that its operation awaits.
    private(set) var waitsFor: [UInt64] = []

    var number: UInt64 { record.number }
    /// The numbers of the promises that it waits for, without those that its operation awaits.
    var sources: [UInt64] { obstacle == .operation ? [] : waitsFor }
  }

  let entries: [Entry]
  /// Promises that are retained for as long as the graph exists.
  private let kept: [Cell]
  /// Whether another thread held the list and didn't release it in time.
  let isBusy: Bool
  let now = ContinuousClock.now

  /// - Parameters:
  ///   - inner: a scope whose promises are left out.
  ///   - isKeeping: whether to retain the promises for as long as the graph exists, so that
  ///     examining them doesn't destroy any of them here, where none of the user's code may run.
  package init(of scope: Scope, without inner: Scope? = nil, isKeeping: Bool = false) {
    let records = PromiseTracker.records(in: scope)
    isBusy = records == nil
    let listed = (records ?? []).filter { !$0.scope.isWithin(inner) }
    let facts = Facts(listed, in: records ?? [])
    kept = isKeeping ? facts.records.compactMap(\.cell) : []
    let own = facts.entries(of: listed)
    // A report on promises older than a mark lists no others.
    let others = inner == nil ? facts.records.filter { !$0.scope.isWithin(scope) } : []
    let outside = facts.entries(of: others, areOutside: true)
    let wanted = Set((own + outside).flatMap(\.waitsFor))
    // The scope's own promises come first, because there may not be room for all.
    entries = own + outside.filter { wanted.contains($0.number) }
  }

  package var isEmpty: Bool { entries.isEmpty && !isBusy }

  /// Returns the numbers themselves, the numbers that `next` leads to, and so on.
  static func closure(of numbers: [UInt64], _ next: (UInt64) -> [UInt64]) -> Set<UInt64> {
    var (found, rest) = (Set(numbers), numbers)
    while let number = rest.popLast() {
      rest += next(number).filter { found.insert($0).inserted }
    }
    return found
  }
}

/// What is known about some promises at one moment, and about everything they wait for.
private struct Facts {
  let records: [Record]
  /// The promises that are pending, or whose handler or operation has not finished.
  let unfinished: Set<UInt64>
  let pending: Set<UInt64>
  private let parts: [UInt64: Record]
  /// The parts that get no line of their own: the line of the whole promise shows what they wait
  /// for.
  private let told: Set<UInt64>

  /// - Parameter scope: other promises of the scope are left alone, because examining one retains
  ///   it for a moment, or for as long as the graph exists.
  init(_ listed: [Record], in scope: [Record]) {
    var known = Facts.numbered(scope)
    func find() -> Set<UInt64> {
      WaitGraph.closure(of: listed.map(\.number)) { number in
        known[number].map { $0.sources(of: $0.obstacle) } ?? []
      }
    }
    var found = find()
    // What a promise waits for may belong to any scope, or have ended.
    if found.contains(where: { known[$0] == nil }) {
      known.merge(Facts.numbered(PromiseTracker.records(in: .process) ?? [])) { own, _ in own }
      found = find()
    }
    records = found.compactMap { known[$0] }.sorted { $0.number < $1.number }
    unfinished = Set(records.map(\.number))
    let pending = records.filter(\.isPending)
    self.pending = Set(pending.map(\.number))
    let parts = known.filter { found.contains($0.key) && $0.value.creator.isPart }
    self.parts = parts
    let awaited = pending.compactMap(\.obstacle.number).filter { parts[$0] != nil }
    // A promise's parts are created before it waits for them.
    let wholes = parts.isEmpty ? [] : records.filter { !$0.creator.isPart }
    let makers = Set(wholes.map(\.creator.description))
    let new = pending.filter { $0.creator.isPart && makers.contains($0.creator.description) }
    told = Set(awaited + new.map(\.number))
  }

  private static func numbered(_ records: [Record]) -> [UInt64: Record] {
    Dictionary(uniqueKeysWithValues: records.map { ($0.number, $0) })
  }

  func entries(of records: [Record], areOutside: Bool = false) -> [WaitGraph.Entry] {
    records.filter { !told.contains($0.number) }.map {
      WaitGraph.Entry($0, isOutside: areOutside, self)
    }
  }

  /// Returns the part that a promise waits for, or the part that this part waits for, and so on.
  func lastPart(of record: Record) -> Record {
    var last = record
    while pending.contains(last.number), last.stage == .waiting,
      let part = last.obstacle.number.flatMap({ parts[$0] })
    {
      last = part
    }
    return last
  }
}

extension WaitGraph.Entry {
  fileprivate init(_ record: Record, isOutside: Bool, _ facts: Facts) {
    (self.record, self.isOutside) = (record, isOutside)
    let stage = record.stage
    func place(of record: Record) -> String { record.isolation.map { " on \($0)" } ?? "" }
    guard facts.pending.contains(record.number) else {
      state = "settled, but its \(stage == .waiting ? "operation" : "handler") has not finished"
      return
    }
    guard stage == .waiting else {
      state = "its handler is \(stage)\(place(of: record))"
      return
    }
    let last = facts.lastPart(of: record)
    let obstacle = last.obstacle
    self.obstacle = obstacle.kind
    // The operation that holds a place may outlast its promise.
    let numbers = obstacle.kind == .place ? facts.unfinished : facts.pending
    waitsFor = last.sources(of: obstacle).filter(numbers.contains)
    let list = waitsFor.map { "#\($0)" }.joined(separator: ", ")
    state = "waits for \(sources.isEmpty ? obstacle.words : list)"
    guard obstacle.kind == .operation else { return }
    state += place(of: last) + (obstacle.attempt.map { ", \($0)" } ?? "")
    if !list.isEmpty { state += ", which awaits \(list)" }
  }
}
