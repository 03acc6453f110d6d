// The list of tracked promises.

/// The list of records. The thread that finds its mailbox idle maintains it.
final class Registry: @unchecked Sendable {
  private let mailbox = Mailbox<QueueNode>()
  private let ended = StateWord(0)
  // These belong to the thread that maintains the list.
  /// By scope, so that a census passes over those of other scopes.
  private var records: [ObjectIdentifier: [Record]] = [:]
  private var recordCount: UInt64 = 0

  /// A request for a list of records.
  private final class Census: QueueNode, @unchecked Sendable {
    let scope: Scope
    /// Belongs to the answering thread until `isAnswered` is set.
    var answer: [Record] = []
    let isAnswered = StateWord(0)

    init(of scope: Scope) {
      self.scope = scope
    }
  }

  func recordEnded() {
    ended.add(1)
  }

  /// - Parameter patience: how long another thread may take to answer. Unlike a call into the core,
  ///   this one waits for it, at most twice as long. It seldom reads the time, which may pass with
  ///   each read in a test run.
  /// - Returns: the records that have not ended, or `nil` if there was no answer in time.
  func census(of scope: Scope, patience: Duration) -> [Record]? {
    let census = Census(of: scope)
    send(census)
    let deadline = ContinuousClock.now.advanced(by: patience)
    var looks = 1
    repeat {
      for _ in 0..<looks where census.isAnswered.load() != 0 { return census.answer }
      looks *= 2
    } while ContinuousClock.now < deadline
    return nil
  }

  func send(_ message: QueueNode) {
    if mailbox.append(message) { mailbox.drain(each: take, afterBatch: prune) }
  }

  private func take(_ message: QueueNode) {
    switch message {
    case let record as Record:
      records[ObjectIdentifier(record.scope), default: []].append(record)
      recordCount += 1
    case let census as Census:
      for (_, records) in records where records[0].scope.isWithin(census.scope) {
        census.answer += records.lazy.filter { !$0.isOver }
      }
      _ = census.isAnswered.exchange(1)
    default:
      break
    }
  }

  /// Drops the records that have ended as soon as they may outnumber the others.
  private func prune() {
    let seen = ended.load()
    guard seen * 2 > recordCount, ended.compareExchange(seen, 0) else { return }
    records = records.compactMapValues {
      let pending = $0.filter { !$0.isOver }
      return pending.isEmpty ? nil : pending
    }
    recordCount = records.values.reduce(0) { $0 + UInt64($1.count) }
  }
}
