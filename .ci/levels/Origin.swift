// The parts of `Origin` that Core and Following use. `.ci/layers` compiles those layers with this
// file in place of the real one.

@usableFromInline
package struct Origin: Sendable {
  @usableFromInline package static var none: Origin { Origin() }
  var isNone: Bool { true }
  var isTracked: Bool { false }
  func shared() -> Origin { self }
  func release() {}

  func note(_ event: @autoclosure () -> Event) {}
  func reportUnhandled(_ failure: any Error) {}
  func reportLateFailure(_ failure: any Error) {}
  func reportLateConsumer() {}
  var abandonment: any Error { CancellationError() }
  var cycle: any Error { CancellationError() }

  enum Event {
    case promiseBegins(in: Cell)
    case waits(for: Obstacle)
    case promiseFollows(Cell, through: Cell)
    case promiseVanished
    case settlingBegins, settlingEnds
    case rejected
    case rejectedLike(Cell)
    case handlerIsQueued, handlerEnded
    case handles(Cell)
  }

  @usableFromInline package struct Obstacle: Sendable {
    static var operation: Obstacle { Obstacle() }
    static var inputs: Obstacle { Obstacle() }
    static func promise(of cell: Cell) -> Obstacle { Obstacle() }
  }
}
