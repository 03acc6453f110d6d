// Lanes whose handlers wait for a job, or for the call that runs them.

/// The cells whose lanes a job or a loop serves, emptying one cell's lane before it starts the
/// next.
///
/// Most calls make only one lane ready at a time, so the first cell that waits has its own field.
struct ReadyLanes {
  /// The cell whose lane is being served, and the handlers taken from that lane.
  private var current: Cell?
  private var handlers = NodeList<Node>()
  private var first: Cell?
  private var rest: [Cell?]?
  private var start = 0

  /// Whether no lane is waiting for its turn.
  var isEmpty: Bool { first == nil }

  mutating func takeAll() -> ReadyLanes {
    defer { self = ReadyLanes() }
    return self
  }

  mutating func append(_ cell: Cell) {
    if first == nil { first = cell } else { rest.append(cell) }
  }

  /// Takes over lanes from which no handler has been taken.
  mutating func append(_ lanes: consuming ReadyLanes) {
    while let cell = lanes.popFirst() { append(cell) }
  }

  /// Returns the next handler, or `nil` once the lanes are empty and no longer served.
  ///
  /// - Parameter served: receives the cell whose lane has been emptied. The caller releases it once
  ///   the lanes can be used again, because that may free the user's objects.
  mutating func popHandler(_ served: inout Cell?) -> Unmanaged<Node>? {
    while true {
      if let node = handlers.popFirst() { return node }
      if let more = current?.lane.takeAll() {
        handlers = more
      } else {
        // The next lane has a handler, or it wouldn't be ready, so this happens once per call.
        served = current.take()
        current = popFirst()
        if current == nil { return nil }
      }
    }
  }

  /// Gives up the lane being served, along with the handlers taken from it.
  ///
  /// - Parameter node: the handler taken last, which goes back to the front.
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
    // Served entries are removed in bulk, so each cell is moved once on average.
    if start * 2 > count {
      rest?.removeFirst(start)
      start = 0
    }
    return cell
  }
}
