// The places of a limiter, or of a flight's key, and the operations that wait for them.
//
//     waiting ──place is free──▶ granted ──first in its isolation──▶ begun ──▶ over
//        └───────────────── cancelled ─┴──────────────────────────────────────▶
//
// A call takes a ticket, and places are granted in the order of the tickets. An operation's task
// comes when its executor runs it. It begins the operation if its place is granted and no earlier
// operation of the same isolation has yet to begin. Otherwise, it waits for an alarm.

import AsyncPromises

final class Places: Sendable {
  fileprivate struct State {
    let limit: Int
    /// How many places are granted.
    var taken = 0
    var waiting = LinkedList<Ticket>()
    /// By isolation, the tickets whose operations have yet to begin.
    var granted: [ObjectIdentifier?: LinkedList<Ticket>] = [:]
    /// The tickets whose operations have begun, for reports.
    var begun = LinkedList<Ticket>()

    init(limit: Int) { self.limit = limit }
  }

  private let state: Locked<State>

  init(limit: Int) { state = Locked(State(limit: limit)) }

  /// Whether nothing holds a place or waits for one.
  var isEmpty: Bool { state.withLock { $0.taken == 0 && $0.waiting.isEmpty } }

  /// Takes a ticket, in the order of the calls.
  ///
  /// - Parameters:
  ///   - isolation: where the operation runs.
  ///   - cell: the cell that the operation settles.
  func enter(on isolation: (any Actor)?, for cell: Cell) -> Ticket {
    let ticket = Ticket(on: isolation, for: cell)
    state.withLock { state in
      state.waiting.append(ticket)
      state.grantPlaces()
    }
    return ticket
  }

  /// Runs an operation when its turn comes, and gives its place back. Called in the operation's
  /// task and isolation.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before that.
  nonisolated(nonsending) func run<Value>(
    _ ticket: Ticket, _ operation: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    defer { leave(ticket) }
    try await comesToTurn(ticket)
    return try await operation()
  }

  private nonisolated(nonsending) func comesToTurn(_ ticket: Ticket) async throws {
    if Task.isCancelled { throw Self.cancellation }
    if begin(ticket, alarm: nil) { return }
    let turn = ValueCell<Void>()
    let alarm = Resolver(turn)
    // Its turn may come before it waits.
    defer { alarm.ring() }
    // At once, although the task's executor may be busy.
    alarm.onCancel { [self] in leave(ticket) }
    if begin(ticket, alarm: alarm) { return }
    _ = await Promise(cell: turn).outcome(by: .get, isolation: #isolation)
    if Task.isCancelled || !begin(ticket, alarm: nil) { throw Self.cancellation }
  }

  /// One object for all that leave.
  private static let cancellation: any Error = CancellationError()

  /// Begins the operation if it is its turn.
  ///
  /// - Parameter alarm: rings when it is.
  private func begin(_ ticket: Ticket, alarm: Resolver<Void>?) -> Bool {
    let (isTurn, next) = state.withLock { $0.begin(ticket, alarm) }
    next?.ring()
    return isTurn
  }

  /// Gives a ticket back, whether or not its operation has begun. A second call changes nothing.
  func leave(_ ticket: Ticket) {
    let (alarms, own) = state.withLock { $0.leave(ticket) }
    for alarm in alarms { alarm.ring() }
    withExtendedLifetime(own) {}
  }
}

extension Resolver<Void> {
  /// Wakes up a task, which may have left.
  fileprivate func ring() { _ = trySettle(with: .success(())) }
}

extension Places.State {
  /// - Returns: the alarms of the tickets that come to their turn.
  @discardableResult
  mutating func grantPlaces() -> [Resolver<Void>] {
    var alarms: [Resolver<Void>] = []
    while taken < limit, let ticket = waiting.first {
      waiting.remove(ticket)
      taken += 1
      ticket.stage = .granted
      granted[ticket.isolation, default: .init()].append(ticket)
      if let alarm = firstAlarm(on: ticket.isolation) { alarms.append(alarm) }
    }
    return alarms
  }

  /// Takes the alarm of the next ticket to begin in an isolation, if it has one.
  private func firstAlarm(on isolation: ObjectIdentifier?) -> Resolver<Void>? {
    granted[isolation]?.first?.takeAlarm()
  }

  mutating func begin(
    _ ticket: Ticket, _ alarm: Resolver<Void>?
  ) -> (isTurn: Bool, next: Resolver<Void>?) {
    guard ticket.stage == .granted, granted[ticket.isolation]?.first === ticket else {
      ticket.alarm = alarm
      noteHolders(ticket)
      return (false, nil)
    }
    removeGranted(ticket)
    ticket.stage = .begun
    begun.append(ticket)
    if ticket.cell.origin.isTracked {
      ticket.cell.origin.waitsForOperation()
      for ticket in waiting.prefix(32) where ticket.alarm != nil { noteHolders(ticket) }
    }
    return (true, firstAlarm(on: ticket.isolation))
  }

  /// Records, for reports, which operations hold the places that this one waits for.
  private func noteHolders(_ ticket: Ticket) {
    guard ticket.cell.origin.isTracked else { return }
    let holders = ([begun] + granted.values).flatMap { $0.prefix(limit) }
    ticket.cell.origin.waits(for: holders.filter { $0 !== ticket }.map(\.cell))
  }

  private mutating func removeGranted(_ ticket: Ticket) {
    granted[ticket.isolation]?.remove(ticket)
    if granted[ticket.isolation]?.isEmpty == true { granted[ticket.isolation] = nil }
  }

  mutating func leave(_ ticket: Ticket) -> (alarms: [Resolver<Void>], own: Resolver<Void>?) {
    let stage = ticket.stage
    ticket.stage = .over
    var alarms: [Resolver<Void>] = []
    switch stage {
    case .over: return ([], nil)
    case .waiting: waiting.remove(ticket)
    case .granted:
      removeGranted(ticket)
      taken -= 1
      if let alarm = firstAlarm(on: ticket.isolation) { alarms.append(alarm) }
    case .begun:
      begun.remove(ticket)
      taken -= 1
    }
    return (alarms + grantPlaces(), ticket.takeAlarm())
  }
}
