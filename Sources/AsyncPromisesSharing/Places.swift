// The places of a limiter, and the operations that wait for them.
//
//     waiting ──place is free──▶ granted ──first in its isolation──▶ begun ──▶ over
//        └───────────────── cancelled ─┴──────────────────────────────────────▶
//
// A call takes a ticket, and places are granted in the order of the tickets. An operation's task
// comes when its executor runs it. It begins the operation if its place is granted and no earlier
// operation of the same isolation has yet to begin. Otherwise, it waits for an alarm.

import AsyncPromises

/// A ticket for one of a limiter's places.
final class PlaceTicket: Ticket, ListMember, @unchecked Sendable {
  fileprivate enum Stage {
    case waiting, granted, begun, over
  }

  private let places: Locked<Places>
  fileprivate let isolation: ObjectIdentifier?
  fileprivate var stage = Stage.waiting
  // The operation's task retains the ticket until it is over.
  unowned(unsafe) var previous: PlaceTicket?
  unowned(unsafe) var next: PlaceTicket?

  /// Takes a ticket, in the order of the calls.
  ///
  /// - Parameters:
  ///   - isolation: where the operation runs.
  ///   - cell: the cell that the operation settles.
  init(for places: Locked<Places>, on isolation: (any Actor)?, cell: Cell) {
    (self.places, self.isolation) = (places, isolation.map { ObjectIdentifier($0) })
    super.init(for: cell)
    places.withLock { places in
      places.waiting.append(self)
      places.grant()
      places.noteObstacle(of: self)
    }
  }

  override func begins(orWaitsFor alarm: Alarm?) -> Bool {
    let (isTurn, next) = places.withLock { $0.begin(self, alarm) }
    next?.ring()
    return isTurn
  }

  override func leave() {
    let (first, second) = places.withLock { $0.leave(self) }
    first?.ring()
    second?.ring()
  }
}

struct Places {
  private let limit: Int
  /// How many places are granted.
  private var taken = 0
  fileprivate var waiting = LinkedList<PlaceTicket>()
  /// By isolation, the tickets whose operations have yet to begin.
  private var granted: [ObjectIdentifier?: LinkedList<PlaceTicket>] = [:]
  /// The tickets whose operations have begun, for reports.
  private var begun = LinkedList<PlaceTicket>()

  init(limit: Int) { self.limit = limit }

  /// Grants a place, if one is free, to the first ticket that waits.
  ///
  /// - Returns: the alarm of a ticket that comes to its turn.
  @discardableResult
  fileprivate mutating func grant() -> Alarm? {
    guard taken < limit, let ticket = waiting.first else { return nil }
    waiting.remove(ticket)
    taken += 1
    ticket.stage = .granted
    return changeLine(of: ticket) { $0.append(ticket) }
  }

  /// Changes the line of a ticket's isolation.
  ///
  /// - Returns: the alarm of the first ticket in it, if its task waits.
  private mutating func changeLine(
    of ticket: PlaceTicket, _ change: (inout LinkedList<PlaceTicket>) -> Void
  ) -> Alarm? {
    // A change in place would allocate memory.
    var line = granted.removeValue(forKey: ticket.isolation) ?? LinkedList()
    change(&line)
    if !line.isEmpty { granted[ticket.isolation] = line }
    return line.first?.takeAlarm()
  }

  fileprivate mutating func begin(
    _ ticket: PlaceTicket, _ alarm: Alarm?
  ) -> (isTurn: Bool, next: Alarm?) {
    guard ticket.stage == .granted, granted[ticket.isolation]?.first === ticket else {
      ticket.alarm = alarm
      noteObstacle(of: ticket)
      return (false, nil)
    }
    let next = changeLine(of: ticket) { $0.remove(ticket) }
    ticket.stage = .begun
    begun.append(ticket)
    if ticket.cell.origin.isTracked {
      noteObstacle(of: ticket)
      for ticket in waiting.prefix(32) where ticket.alarm != nil { noteObstacle(of: ticket) }
    }
    return (true, next)
  }

  /// Records, for reports, which operations hold the places that this one waits for, if it does.
  fileprivate func noteObstacle(of ticket: PlaceTicket) {
    guard let record = ticket.cell.origin.record else { return }
    let begins = ticket.stage == .granted && granted[ticket.isolation]?.first === ticket
    if begins || ticket.stage == .begun { return record.waits(for: .operation) }
    let holders = ([begun] + granted.values).flatMap { $0.prefix(limit) }
    ticket.cell.origin.waits(for: holders.filter { $0 !== ticket }.map(\.cell))
  }

  /// - Returns: the alarms of the tickets that come to their turn.
  fileprivate mutating func leave(_ ticket: PlaceTicket) -> (Alarm?, Alarm?) {
    defer { ticket.stage = .over }
    var next: Alarm?
    switch ticket.stage {
    case .over: return (nil, nil)
    case .waiting:
      waiting.remove(ticket)
      return (nil, nil)
    case .granted: next = changeLine(of: ticket) { $0.remove(ticket) }
    case .begun: begun.remove(ticket)
    }
    taken -= 1
    return (next, grant())
  }
}
