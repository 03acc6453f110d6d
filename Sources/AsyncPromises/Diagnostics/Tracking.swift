// Whether promises are tracked, and the list of those that are.

/// The switch of tracking: one word, which is read whenever a promise is made.
///
/// Off, a promise keeps the line that made it and nothing else. On, it has a record.
package final class Tracking: Sendable {
  /// Points to a `Tracking` that is never released, or nowhere.
  private static let word = StateWord(0)
  private static let stopped = StateWord(0)
  private static let registry = Registry()
  private static let lastNumber = StateWord(0)

  let makeExecutor: @Sendable (Tally) -> (any TaskExecutor)?

  private init(makeExecutor: @escaping @Sendable (Tally) -> (any TaskExecutor)?) {
    self.makeExecutor = makeExecutor
  }

  package static var isOn: Bool {
    @inline(__always) get { word.glance() != 0 }
  }

  static var current: Tracking? {
    // SAFETY: only `start` stores a pointer here, to an object that it retained for ever.
    UnsafeRawPointer(bitPattern: word.load()).map {
      Unmanaged<Tracking>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Tracks every promise that is made from now on.
  ///
  /// - Parameter makeExecutor: makes the executor of a scope's operations; it counts their jobs.
  package static func start(
    makeExecutor: @escaping @Sendable (Tally) -> (any TaskExecutor)? = { _ in nil }
  ) {
    guard !isOn else { return }
    let tracking = Unmanaged.passRetained(Tracking(makeExecutor: makeExecutor))
    if !word.exchange(0, for: UInt(bitPattern: tracking.toOpaque())) { tracking.release() }
  }

  /// Tracks no promise that is made from now on. For those who measure.
  package static func stop() {
    // What is made by the object that is kept may still be at work.
    let last = word.replace(with: 0)
    if last != 0 { _ = stopped.replace(with: last) }
  }

  /// The record of a promise that is about to be made, or `nil` where nothing is tracked.
  static func begin(_ maker: Maker) -> Record? {
    let surroundings = Surroundings.current
    guard surroundings?.isTracked != false else { return nil }
    return Record(number: lastNumber.add(1), maker, in: surroundings?.scope ?? .process)
  }

  static func recordBegins(_ record: Record) {
    registry.tell(record)
  }

  static func recordEnded() {
    registry.recordEnded()
  }

  /// The records that have not ended, in the order in which they were made; `nil` if another thread
  /// has held the list for longer than a running one does, as when a debugger has stopped it.
  static func records(in scope: Scope) -> [Record]? {
    // Whatever has a record that has not ended is outstanding.
    guard !scope.outstanding.isZero else { return [] }
    return registry.census(of: scope, patience: .seconds(1))?.sorted { $0.number < $1.number }
  }
}

/// The list of records. Whoever finds its mailbox idle looks after it.
final class Registry: @unchecked Sendable {
  private let lane = Lane()
  private let ended = StateWord(0)
  /// Belongs to whoever looks after the list.
  private var records: [Record] = []

  /// A question for the list.
  private final class Census: Node, @unchecked Sendable {
    let scope: Scope
    /// Belongs to the one who answers until `isAnswered`.
    var answer: [Record] = []
    let isAnswered = StateWord(0)

    init(of scope: Scope) {
      self.scope = scope
      super.init(link: .detached)
    }
  }

  func recordEnded() {
    ended.add(1)
  }

  /// - Parameter patience: how long another thread may take to answer. The only place that waits
  ///   for one: a report may, and nothing else.
  /// - Returns: the records that have not ended, or `nil` when there was no answer in time.
  func census(of scope: Scope, patience: Duration) -> [Record]? {
    let census = Census(of: scope)
    tell(census)
    let deadline = ContinuousClock.now.advanced(by: patience)
    while census.isAnswered.load() == 0 {
      if ContinuousClock.now >= deadline { return nil }
    }
    return census.answer
  }

  func tell(_ message: Node) {
    guard lane.append(Unmanaged.passRetained(message)) else { return }
    while var messages = lane.takeAll() {
      while let message = messages.popFirst() { take(message.takeRetainedValue()) }
      prune()
    }
  }

  private func take(_ message: Node) {
    switch message {
    case let record as Record:
      records.append(record)
    case let census as Census:
      census.answer = records.filter { !$0.isOver && $0.scope.isWithin(census.scope) }
      _ = census.isAnswered.replace(with: 1)
    default:
      break
    }
  }

  /// Drops those that have ended as soon as they may exceed the others.
  private func prune() {
    let seen = ended.load()
    guard seen * 2 > UInt(records.count), ended.exchange(seen, for: 0) else { return }
    records.removeAll(where: \.isOver)
  }
}
