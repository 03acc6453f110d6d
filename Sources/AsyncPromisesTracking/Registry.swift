// The list of tracked promises.

import AsyncPromises

/// The list of records. A thread that leaves news maintains the list, if no other thread does.
final class Registry: @unchecked Sendable {
  private let added = SharedStack<Record>()
  private let asked = SharedStack<Census>()
  /// Whether a thread maintains the list.
  private let isHeld = StateWord(0)
  private let ended = StateWord(0)
  // These belong to the thread that maintains the list.
  /// By scope, so that a census passes over those of other scopes.
  private var records: [ObjectIdentifier: [Record]] = [:]
  private var recordCount: UInt64 = 0

  /// A request for a list of records.
  private final class Census: @unchecked Sendable {
    let scope: Scope
    /// Belongs to the answering thread until `isAnswered` is set.
    var answer: [Record] = []
    let isAnswered = StateWord(0)

    init(of scope: Scope) { self.scope = scope }

    func take(from records: [ObjectIdentifier: [Record]]) {
      for (_, records) in records where records[0].scope.isWithin(scope) {
        answer += records.lazy.filter { !$0.isOver }
      }
      _ = isAnswered.exchange(1)
    }
  }

  func add(_ record: Record) {
    added.push(record)
    maintain()
  }

  func recordEnded() { ended.add(1) }

  /// - Parameter patience: how long another thread may take to answer. Unlike a call into the core,
  ///   this one waits for it, at most twice as long. It seldom reads the time, which may pass with
  ///   each read in a test run.
  /// - Returns: the records that have not ended, or `nil` if there was no answer in time.
  func census(of scope: Scope, patience: Duration) -> [Record]? {
    let census = Census(of: scope)
    asked.push(census)
    maintain()
    let deadline = ContinuousClock.now.advanced(by: patience)
    var looks = 1
    repeat {
      for _ in 0..<looks where census.isAnswered.load() != 0 { return census.answer }
      looks *= 2
    } while ContinuousClock.now < deadline
    return nil
  }

  private func maintain() {
    // A thread that finds the list held leaves its news to the holder, which looks again after it
    // has given the list up.
    while !(added.isEmpty && asked.isEmpty), isHeld.compareExchange(0, 1) {
      Holding.begins()
      // In this order: a census includes what its thread has added before.
      let censuses = asked.takeAll()
      let new = added.takeAll()
      for record in new.reversed() {
        records[ObjectIdentifier(record.scope), default: []].append(record)
      }
      recordCount += UInt64(new.count)
      for census in censuses { census.take(from: records) }
      let earlier = prune()
      Holding.ends()
      _ = isHeld.exchange(0)
      // What has left the list is released only now: a scope keeps errors of the user's.
      withExtendedLifetime((censuses, new, earlier)) {}
    }
  }

  /// Drops the records that have ended as soon as they may outnumber the others.
  ///
  /// - Returns: the records until now, if any are dropped.
  private func prune() -> [ObjectIdentifier: [Record]]? {
    let seen = ended.load()
    guard seen * 2 > recordCount, ended.compareExchange(seen, 0) else { return nil }
    let earlier = records
    records = records.compactMapValues {
      let pending = $0.filter { !$0.isOver }
      return pending.isEmpty ? nil : pending
    }
    recordCount = records.values.reduce(0) { $0 + UInt64($1.count) }
    return earlier
  }
}
