// A line of operations, of which a few run at a time.

/// A line: operations begin in the order in which they enter it, as soon as there is room.
final class Line: Sendable {
  /// The numbers of a line, and what waits in it.
  fileprivate struct Places {
    let limit: Int
    var numberBegun = 0
    var waiting = Ticket.List()
    /// The cells whose operations have begun, for reports.
    var holders: [ObjectIdentifier: Cell] = [:]

    init(limit: Int) { self.limit = limit }
  }

  private let desk: Desk<Places>

  init(limit: Int) { desk = Desk(Places(limit: limit)) }

  /// Lets an operation begin when its turn comes.
  ///
  /// - Parameters:
  ///   - cell: the operation's cell.
  ///   - waitsInTask: whether the operation gets its task when it enters, so that it sees the
  ///     caller's task-locals even if it has to wait.
  ///   - ended: called when the operation has ended or has left the line; receives whether the line
  ///     is then empty.
  func enter<Value: Sendable>(
    _ cell: OperationCell<Value>, for caller: Caller, waitsInTask: Bool = false,
    _ work: Work<some Sendable, Value>,
    ended: @escaping @Sendable (_ isEmpty: Bool) -> Void = { _ in }
  ) {
    let ticket = Ticket(in: self, of: cell, ended) { ticket in
      cell.begin(work, for: caller) { ticket.line.end(ticket) }
    }
    Trampoline.run { cell.wait(for: ticket, &$0) }
    desk.serve { places, errands in
      if let begin = places.enter(ticket) {
        errands.append { caller.begin { begin(ticket) } }
      } else if waitsInTask, ticket.stage == .waiting {
        let turn = ValueCell<Void>()
        errands.release(ticket.take())
        ticket.begins { _ in Trampoline.run { _ = turn.fulfill((), &$0) } }
        let operation = work.operation
        let later = Work(
          operation: {
            try await Promise(cell: turn).get()
            return try await operation()
          }, end: work.end)
        errands.append {
          caller.begin { cell.begin(later, for: caller) { ticket.line.end(ticket) } }
        }
      }
    }
  }

  /// Gives the operation's place to the next one, or removes one that has not begun.
  fileprivate func end(_ ticket: Ticket, hasLeft: Bool = false) {
    desk.serve { places, errands in
      if hasLeft, ticket.stage == .begun { return }
      errands.release(ticket.take())
      if ticket.stage == .over { return }
      if let next = places.end(ticket), let begin = next.take() {
        // Not in the job of this operation, whose task-locals are another caller's.
        errands.append { Tasks.start(on: nil) { begin(next) } }
      }
      let isEmpty = places.isEmpty
      errands.append { ticket.ended(isEmpty) }
    }
  }
}

extension Line.Places {
  var isEmpty: Bool { numberBegun == 0 && waiting.isEmpty }

  /// - Returns: the closure that begins the operation, if there is room for it.
  mutating func enter(_ ticket: Ticket) -> Ticket.Begin? {
    // It may have been cancelled since.
    guard ticket.stage == .new else { return nil }
    if numberBegun < limit {
      begin(ticket)
      return ticket.take()
    }
    waiting.append(ticket)
    noteHolders(ticket)
    return nil
  }

  /// - Returns: the ticket that comes next, if it may begin.
  mutating func end(_ ticket: Ticket) -> Ticket? {
    defer { ticket.stage = .over }
    switch ticket.stage {
    case .new, .over: return nil
    case .waiting:
      waiting.remove(ticket)
      return nil
    case .begun:
      numberBegun -= 1
      if Tracking.isOn { holders[ObjectIdentifier(ticket)] = nil }
      guard let next = waiting.popFirst() else { return nil }
      begin(next)
      return next
    }
  }

  private mutating func begin(_ ticket: Ticket) {
    numberBegun += 1
    ticket.stage = .begun
    guard Tracking.isOn else { return }
    holders[ObjectIdentifier(ticket)] = ticket.cell
    waiting.forEach(first: 32, noteHolders)
  }

  /// Records, for reports, which operations hold the places that this one waits for.
  private func noteHolders(_ ticket: Ticket) {
    guard ticket.cell.origin.isTracked else { return }
    ticket.cell.origin.note(.waitsForInputs(Array(holders.values)))
  }
}

/// An operation's ticket in a line: what its cell waits for.
fileprivate final class Ticket: Producer, @unchecked Sendable {
  enum Stage {
    case new, waiting, begun, over
  }

  typealias Begin = @Sendable (Ticket) -> Void

  let cell: Cell
  let line: Line
  let ended: @Sendable (_ isEmpty: Bool) -> Void
  // These belong to the thread at the line's desk.
  var stage = Stage.new
  private var begin: Begin?
  private var previous: Ticket?
  private var next: Ticket?

  init(
    in line: Line, of cell: Cell, _ ended: @escaping @Sendable (_ isEmpty: Bool) -> Void,
    begin: @escaping Begin
  ) {
    (self.line, self.cell, self.ended, self.begin) = (line, cell, ended, begin)
  }

  func begins(_ begin: @escaping Begin) { self.begin = begin }

  /// Takes out the closure that begins the operation.
  func take() -> Begin? { begin.take() }

  override var obstacle: Origin.Obstacle { .inputs }

  /// Leaves the line when the cell is cancelled before the operation has begun.
  override func consumerWithdrew(_ reason: Reason, _ effects: inout Effects) {
    if reason == .cancelled { effects.callOut { self.line.end(self, hasLeft: true) } }
  }

  /// The tickets that wait, linked both ways, so that each can leave in constant time.
  struct List {
    private var first: Ticket?
    private var last: Ticket?

    var isEmpty: Bool { first == nil }

    mutating func append(_ ticket: Ticket) {
      ticket.stage = .waiting
      ticket.previous = last
      if let last { last.next = ticket } else { first = ticket }
      last = ticket
    }

    mutating func popFirst() -> Ticket? {
      guard let ticket = first else { return nil }
      remove(ticket)
      return ticket
    }

    mutating func remove(_ ticket: Ticket) {
      if let previous = ticket.previous { previous.next = ticket.next } else { first = ticket.next }
      if let next = ticket.next { next.previous = ticket.previous } else { last = ticket.previous }
      (ticket.previous, ticket.next) = (nil, nil)
    }

    func forEach(first count: Int, _ body: (Ticket) -> Void) {
      for ticket in sequence(first: first, next: { $0?.next }).prefix(count) {
        if let ticket { body(ticket) }
      }
    }
  }
}
