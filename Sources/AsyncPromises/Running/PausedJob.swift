// Jobs of actors that have given way, and go on behind whatever waits for their actors.

/// The handlers that a job leaves over at the end of its turn on an actor.
///
/// Another job of that actor may come first, with handlers that were registered later. It adds
/// them here and ends, so that none overtakes (B3).
///
/// Paused jobs are found in lists by the address of their actor. Only jobs on an actor use the
/// entry with its address, and the actor runs one job at a time. An explored test runs jobs of its
/// own on the main actor, so its entry has another address. Entries are never removed but serve one
/// paused job after another, so there are no more than were needed at the same time.
final class PausedJob: @unchecked Sendable {
  private static let listCount = 64
  /// The newest entries of the lists.
  private nonisolated(unsafe) static let lists: UnsafeMutablePointer<StateWord> = {
    let lists = UnsafeMutablePointer<StateWord>.allocate(capacity: listCount)
    for index in 0..<listCount { (lists + index).initialize(to: StateWord(0)) }
    return lists
  }()

  /// The address of the actor, or zero while no job needs the entry. Not a `StateWord`: entries
  /// outlast the schedules of an exploration, and only one job at a time looks for an actor.
  private let actor: AtomicWord
  /// Belongs to the jobs on that actor.
  private var handlers = DueHandlers()
  private let older: Unmanaged<PausedJob>?

  private init(on actor: UInt64, older: Unmanaged<PausedJob>?) {
    self.actor = AtomicWord(actor)
    self.older = older
  }

  /// Keeps handlers for the next turn on `actor`, in which the caller starts a job that takes them.
  static func pause(_ handlers: consuming DueHandlers, on actor: any Actor) {
    let address = address(of: actor)
    let entry = first(on: address) { $0.actor.compareExchange(0, address) } ?? add(on: address)
    entry.handlers = handlers
  }

  /// Adds handlers to the paused job of `actor`.
  ///
  /// - Returns: whether there is one.
  static func append(_ handlers: DueHandlers, on actor: any Actor) -> Bool {
    guard let paused = paused(on: actor) else { return false }
    paused.handlers.append(handlers)
    return true
  }

  /// Takes the handlers of the paused job of `actor`, and leaves its entry to another job.
  static func resume(on actor: any Actor) -> DueHandlers {
    guard let paused = paused(on: actor) else { return DueHandlers() }
    defer { _ = paused.actor.exchange(0) }
    return paused.handlers.takeAll()
  }

  private static func paused(on actor: any Actor) -> PausedJob? {
    let address = address(of: actor)
    return first(on: address) { $0.actor.load() == address }
  }

  private static func address(of actor: any Actor) -> UInt64 {
    let address = UInt64(UInt(bitPattern: ObjectIdentifier(actor)))
    guard let simulation = Simulations.current else { return address }
    // Addresses leave the highest bits unused.
    return address | (UInt64(UInt(bitPattern: ObjectIdentifier(simulation))) << 48 | 1 << 63)
  }

  private static func list(of address: UInt64) -> UnsafeMutablePointer<StateWord> {
    lists + Int(truncatingIfNeeded: address >> 4) & (listCount - 1)
  }

  private static func first(
    on address: UInt64, where condition: (PausedJob) -> Bool
  ) -> PausedJob? {
    // SAFETY: only `add(on:)` stores in the lists, which retain their entries for ever.
    var rest = Unmanaged<PausedJob>(word: list(of: address).pointee.load())
    while let entry = rest?.takeUnretainedValue() {
      if condition(entry) { return entry }
      rest = entry.older
    }
    return nil
  }

  private static func add(on address: UInt64) -> PausedJob {
    while true {
      let newest = list(of: address).pointee.load()
      let entry = PausedJob(on: address, older: Unmanaged(word: newest))
      let retained = Unmanaged.passRetained(entry)
      if list(of: address).pointee.compareExchange(newest, retained.word) { return entry }
      retained.release()
    }
  }
}
