// The places of a limiter, and the tickets that wait for them.
//
//     waiting ──place is free──▶ granted ──first in its isolation──▶ begun ──▶ over
//        └───────────────── cancelled ─┴──────────────────────────────────────▶
//
// A call takes a ticket, and places are granted in the order of the tickets. A task comes with its
// ticket: an operation's when its executor runs it, a caller's own at once. It begins if its place
// is granted and no earlier ticket of the same isolation has yet to begin. Otherwise, it waits for
// an alarm. A caller that finds a free place needs no ticket, except for reports.

import AsyncPromises

/// A ticket for one of a limiter's places, or for all of them.
final class PlaceTicket: Ticket, ListMember, @unchecked Sendable {
  fileprivate enum Stage {
    case waiting, granted, begun, over
  }

  private let places: Locked<Places>
  fileprivate let isolation: ObjectIdentifier?
  /// Whether no other ticket has a place at the same time.
  fileprivate let isAlone: Bool
  fileprivate var isTracked: Bool { cell?.origin.isTracked == true }
  @exclusivity(unchecked) fileprivate var stage = Stage.waiting
  // The task retains the ticket until it is over.
  @exclusivity(unchecked) unowned(unsafe) var previous: PlaceTicket?
  @exclusivity(unchecked) unowned(unsafe) var next: PlaceTicket?

  /// Takes a ticket, in the order of the calls.
  ///
  /// - Parameters:
  ///   - isolation: where the task begins.
  ///   - cell: the cell that the operation settles, or `nil` if there are no reports.
  /// - Throws: ``LimiterIsFull``.
  init(
    for places: Locked<Places>, on isolation: (any Actor)?, alone isAlone: Bool = false,
    cell: Cell?
  ) throws {
    (self.places, self.isAlone) = (places, isAlone)
    self.isolation = isolation.map { ObjectIdentifier($0) }
    super.init(for: cell)
    if let full = places.withLock({ $0.add(self) }) { throw full }
  }

  @usableFromInline
  override func begins() -> Bool {
    let (isTurn, next) = places.withLock { $0.begin(self) }
    next?.ring()
    return isTurn
  }

  override func waits() -> Bool { places.withLock { $0.wait(self) } }

  override func leave() { places.withLock { $0.leave(self) }.ring() }
}

struct Places {
  var limit: Int
  let maxWaiting: Int
  /// How many places are granted.
  private(set) var taken = 0
  /// Whether one ticket has all of them.
  private var isTakenAlone = false
  private(set) var waiting = LinkedList<PlaceTicket>()
  /// The tickets of one isolation that have a place and have yet to begin.
  private var line = LinkedList<PlaceTicket>()
  /// The same for other isolations.
  private var otherLines: [ObjectIdentifier?: LinkedList<PlaceTicket>] = [:]
  /// The tracked tickets that have begun, for reports.
  private var begun = LinkedList<PlaceTicket>()

  init(limit: Int, maxWaiting: Int) { (self.limit, self.maxWaiting) = (limit, maxWaiting) }

  /// Takes a place without a ticket, if one is free and nobody waits.
  mutating func take(alone isAlone: Bool) -> Bool {
    guard waiting.isEmpty, isFree(forOneAlone: isAlone) else { return false }
    (taken, isTakenAlone) = (taken + 1, isAlone)
    return true
  }

  private func isFree(forOneAlone isAlone: Bool) -> Bool {
    taken < (isAlone ? min(limit, 1) : limit) && !isTakenAlone
  }

  /// Gives a place back.
  ///
  /// - Returns: `false` if somebody is waiting, and the caller must call `grant()`.
  mutating func free() -> Bool {
    (taken, isTakenAlone) = (taken - 1, false)
    return waiting.isEmpty
  }

  /// - Returns: an error if too many wait.
  fileprivate mutating func add(_ ticket: PlaceTicket) -> LimiterIsFull? {
    if take(alone: ticket.isAlone) {
      _ = putInLine(ticket)
    } else if waiting.count < maxWaiting {
      waiting.append(ticket)
    } else {
      ticket.stage = .over
      return LimiterIsFull(maxWaiting: maxWaiting)
    }
    noteObstacle(of: ticket)
    return nil
  }

  /// Grants the places that are free to the first tickets that wait.
  ///
  /// - Returns: the alarms of the tickets that come to their turn.
  mutating func grant() -> Alarms {
    var alarms = Alarms()
    while let ticket = waiting.first, isFree(forOneAlone: ticket.isAlone) {
      waiting.remove(ticket)
      (taken, isTakenAlone) = (taken + 1, ticket.isAlone)
      alarms.add(putInLine(ticket))
    }
    return alarms
  }

  private mutating func putInLine(_ ticket: PlaceTicket) -> Ticket? {
    ticket.stage = .granted
    return changeLine(of: ticket) { $0.append(ticket) }
  }

  /// Changes the line of a ticket's isolation.
  ///
  /// - Returns: the alarm of the first ticket in it, if its task waits.
  private mutating func changeLine(
    of ticket: PlaceTicket, _ change: (inout LinkedList<PlaceTicket>) -> Void
  ) -> Ticket? {
    if isInLine(ticket.isolation) {
      change(&line)
      return line.first?.alarm()
    }
    // A change in place would allocate memory.
    var line = otherLines.removeValue(forKey: ticket.isolation) ?? LinkedList()
    change(&line)
    if !line.isEmpty { otherLines[ticket.isolation] = line }
    return line.first?.alarm()
  }

  /// Whether `line` is the one of an isolation, or may become it.
  private func isInLine(_ isolation: ObjectIdentifier?) -> Bool {
    guard let first = line.first else { return otherLines[isolation] == nil }
    return first.isolation == isolation
  }

  private func isTurn(of ticket: PlaceTicket) -> Bool {
    guard ticket.stage == .granted else { return false }
    let line = isInLine(ticket.isolation) ? line : otherLines[ticket.isolation]
    return line?.first === ticket
  }

  fileprivate mutating func begin(_ ticket: PlaceTicket) -> (isTurn: Bool, next: Ticket?) {
    guard isTurn(of: ticket) else { return (false, nil) }
    let next = changeLine(of: ticket) { $0.remove(ticket) }
    ticket.stage = .begun
    if ticket.isTracked {
      begun.append(ticket)
      noteObstacle(of: ticket)
      for ticket in waiting.prefix(32) where ticket.isWaiting { noteObstacle(of: ticket) }
    }
    return (true, next)
  }

  fileprivate func wait(_ ticket: PlaceTicket) -> Bool {
    if ticket.stage == .over || isTurn(of: ticket) { return false }
    ticket.isWaiting = true
    noteObstacle(of: ticket)
    return true
  }

  /// Records, for reports, which operations hold the places that this one waits for, if it does.
  fileprivate func noteObstacle(of ticket: PlaceTicket) {
    guard let origin = ticket.cell?.origin, let record = origin.record else { return }
    if ticket.stage == .begun || isTurn(of: ticket) { return record.waits(for: .operation) }
    let holders = ([begun, line] + otherLines.values).flatMap { $0.prefix(taken) }
    origin.waits(for: holders.filter { $0 !== ticket }.compactMap(\.cell))
  }

  /// - Returns: the alarms of the tickets that come to their turn, and of this one.
  fileprivate mutating func leave(_ ticket: PlaceTicket) -> Alarms {
    let (own, stage) = (ticket.alarm(), ticket.stage)
    ticket.stage = .over
    var (alarms, next) = (Alarms(), Ticket?.none)
    switch stage {
    case .over: break
    case .waiting:
      waiting.remove(ticket)
      // Those behind one that waits to be alone may not have to.
      alarms = grant()
    case .granted:
      next = changeLine(of: ticket) { $0.remove(ticket) }
      if !free() { alarms = grant() }
    case .begun:
      if ticket.isTracked { begun.remove(ticket) }
      if !free() { alarms = grant() }
    }
    alarms.add(next)
    alarms.add(own)
    return alarms
  }

  /// Takes all tickets that wait out of the line.
  mutating func cancelWaiting() -> [(cell: Cell?, alarm: Ticket?)] {
    waiting.prefix(waiting.count).map { ticket in
      waiting.remove(ticket)
      ticket.stage = .over
      return (ticket.cell, ticket.alarm())
    }
  }
}

/// Tickets whose tasks are woken up: one, or rarely several.
struct Alarms {
  private var first: Ticket?
  private var others: [Ticket] = []

  mutating func add(_ alarm: Ticket?) {
    if first == nil { first = alarm } else if let alarm { others.append(alarm) }
  }

  func ring() {
    first?.ring()
    for alarm in others { alarm.ring() }
  }
}
