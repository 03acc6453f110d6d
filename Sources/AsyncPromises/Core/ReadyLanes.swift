// Which lanes have handlers that wait for a job, or for the call that runs them.

/// Cells whose lanes a job or a loop serves, in order: the lane of one cell until that is empty,
/// then that of the next.
///
/// Most calls make one lane ready at a time: the first that waits has a place of its own.
struct ReadyLanes {
  /// The cell whose lane has its turn, and what was taken from that.
  private var current: Cell?
  private var handlers = NodeList<Node>()
  private var first: Cell?
  private var rest: [Cell?]?
  private var start = 0

  /// Whether none is left that waits for its turn.
  var isEmpty: Bool { first == nil }

  mutating func takeAll() -> ReadyLanes {
    defer { self = ReadyLanes() }
    return self
  }

  mutating func append(_ cell: Cell) {
    if first == nil { first = cell } else { rest.append(cell) }
  }

  /// Takes over lanes from which nothing has been taken.
  mutating func append(_ lanes: consuming ReadyLanes) {
    while let cell = lanes.popFirst() { append(cell) }
  }

  /// The next handler. When there is none, the lanes are no longer served.
  ///
  /// - Parameter served: takes the cell whose lane has had its turn. The caller lets go of it when
  ///   the lanes can be used again: that may free what is the user's.
  mutating func popHandler(_ served: inout Cell?) -> Unmanaged<Node>? {
    while true {
      if let node = handlers.popFirst() { return node }
      if let more = current?.lane.takeAll() {
        handlers = more
      } else {
        // The next lane has a handler, or it would not be ready: this happens once in a call.
        served = current.take()
        current = popFirst()
        if current == nil { return nil }
      }
    }
  }

  /// Gives up the lane that has its turn, and what was taken from it.
  ///
  /// - Parameter node: was taken last, and comes first again.
  mutating func giveUpCurrent(from node: Unmanaged<Node>) -> ReadyLanes {
    var lane = ReadyLanes()
    lane.current = current.take()
    lane.handlers.append(node)
    lane.handlers.append(handlers.takeAll())
    return lane
  }

  private mutating func popFirst() -> Cell? {
    guard let cell = first.take() else { return nil }
    let count = rest?.count ?? 0
    guard start < count else { return cell }
    first = rest?[start].take()
    start += 1
    // What has had its turn is let go in bulk: each cell is moved once, on average.
    if start * 2 > count {
      rest?.removeFirst(start)
      start = 0
    }
    return cell
  }
}
