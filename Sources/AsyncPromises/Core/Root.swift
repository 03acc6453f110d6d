// Which cell settles in another one's stead: a look through the relays of cells that follow.

extension Cell {
  /// The cell that settles in this one's stead: itself, unless it follows another.
  @usableFromInline
  final var root: Cell { rootAndState.root }

  /// The same, if it is settled.
  @usableFromInline
  final var settledRoot: Cell? {
    let (root, state) = rootAndState
    return state.phase == .settled ? root : nil
  }

  private final var rootAndState: (root: Cell, state: CellState) {
    var (cell, state) = (self, state)
    while let relay = state.relay {
      // SAFETY: a following word is final and retains its relay; `cell` is retained here.
      cell = relay.takeUnretainedValue()
      state = cell.state
    }
    return (cell, state)
  }

  /// Settles the root, though it may begin to follow meanwhile.
  ///
  /// - Parameter settle: answers whether it has settled the cell.
  final func settleRoot(_ settle: (Cell) -> Bool) -> Bool {
    var cell = self
    while true {
      cell = cell.root
      if settle(cell) { return true }
      guard cell.state.phase == .following else { return false }
    }
  }

  /// Whether the cell is settled, and follows no other.
  @usableFromInline
  final var isSettledItself: Bool { state.phase == .settled }

  final var isSettled: Bool {
    switch state.phase {
    case .pending, .settling: false
    case .settled: true
    case .following: settledRoot != nil
    }
  }

  /// Releases a relay, and the relays that it follows for if this was their last reference, in a
  /// loop.
  static func releaseChain(from first: Unmanaged<Cell>) {
    var rest: Unmanaged<Cell>? = first
    while let current = rest {
      var cell = current.takeRetainedValue()
      rest = nil
      // The reference is the only one left, so no other thread can change the word.
      guard isKnownUniquelyReferenced(&cell) else { return }
      rest = cell.word.exclusiveState.relay
      if rest != nil { cell.word.forgetRelay() }
    }
  }
}
