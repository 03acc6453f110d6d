// The cell that settles in place of another, found through the relays of following cells.

extension Cell {
  /// The cell that settles in place of this one: itself, unless it follows another.
  @usableFromInline
  package final var root: Cell {
    var cell = self
    // SAFETY: the following state is final and retains its relay; `cell` is retained here.
    while let relay = cell.state.relay { cell = relay.takeUnretainedValue() }
    return cell
  }

  /// The same, if it is settled.
  @usableFromInline
  final var settledRoot: Cell? {
    // Most cells follow no other. For those, this is one load.
    switch state.phase {
    case .pending, .settling: return nil
    case .settled: return self
    case .following:
      let root = root
      return root.isSettledItself ? root : nil
    }
  }

  /// Settles the root, even if it begins to follow another cell in the meantime.
  ///
  /// - Parameter settle: returns whether it settled the cell.
  package final func settleRoot(_ settle: (Cell) -> Bool) -> Bool {
    var cell = self
    while true {
      cell = cell.root
      if settle(cell) { return true }
      guard cell.state.phase == .following else { return false }
    }
  }

  /// Whether the cell is settled itself, rather than following a settled one.
  @usableFromInline
  package final var isSettledItself: Bool { state.phase == .settled }

  package final var isFollowing: Bool { state.phase == .following }

  package final var isSettled: Bool { settledRoot != nil }

  /// Releases a relay and, in a loop, the further relays whose last reference goes with it.
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
