// An operation's ticket for a place.

import AsyncPromises

/// What an operation has in its hands from the call on.
///
/// `@unchecked Sendable`: the variables belong to the thread that holds the lock of its `Places`.
final class Ticket: ListMember, @unchecked Sendable {
  enum Stage {
    case waiting, granted, begun, over
  }

  let isolation: ObjectIdentifier?
  let cell: Cell
  var stage = Stage.waiting
  /// Wakes up the operation's task, which has come before its turn.
  var alarm: Resolver<Void>?
  // The operation's task retains the ticket until it is over.
  unowned(unsafe) var previous: Ticket?
  unowned(unsafe) var next: Ticket?

  init(on isolation: (any Actor)?, for cell: Cell) {
    (self.isolation, self.cell) = (isolation.map { ObjectIdentifier($0) }, cell)
  }

  func takeAlarm() -> Resolver<Void>? {
    defer { alarm = nil }
    return alarm
  }
}
