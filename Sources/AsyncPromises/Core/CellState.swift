// The state word of a cell, decoded: its phase, who holds its list, and what it points to.

/// One value of a cell's state word. The transitions are the methods of `Cell`.
struct CellState: Equatable {
  let bits: UInt

  enum Phase: UInt {
    /// Nobody has settled the cell. The word points to the newest node of the inbox.
    case pending = 0
    /// Somebody has won and is writing the outcome. The word points to the inbox.
    case settling = 1
    /// The outcome can be read. The word points to the inbox while the list is held, then nowhere.
    case settled = 2
    /// The cell is bound. The word points to its relay, and retains it.
    case following = 3
  }

  private static let phaseMask: UInt = 3
  private static let heldFlag: UInt = 4
  private static let pokedFlag: UInt = 8
  private static let pointerMask: UInt = ~15

  init(bits: UInt) {
    self.bits = bits
  }

  init(_ phase: Phase, inbox: Unmanaged<Node>? = nil, isHeld: Bool = false) {
    bits =
      phase.rawValue | (isHeld ? Self.heldFlag : 0)
      | UInt(bitPattern: inbox.map { $0.toOpaque() })
  }

  init(following relay: Unmanaged<Cell>, flagsOf state: CellState) {
    bits =
      Phase.following.rawValue | UInt(bitPattern: relay.toOpaque())
      | state.bits & (Self.heldFlag | Self.pokedFlag)
  }

  var phase: Phase {
    switch bits & Self.phaseMask {
    case 0: .pending
    case 1: .settling
    case 2: .settled
    default: .following
    }
  }

  /// Whether a thread holds the list: it alone removes nodes, and it does what others leave to it.
  var isHeld: Bool { bits & Self.heldFlag != 0 }

  /// Whether a consumer withdrew by cancellation while another thread held the list.
  var isPoked: Bool { bits & Self.pokedFlag != 0 }

  /// The newest of the nodes that nobody has looked at yet.
  var inbox: Unmanaged<Node>? {
    // SAFETY: outside `following`, only nodes are stored here, retained once for the list.
    UnsafeRawPointer(bitPattern: bits & Self.pointerMask).map { Unmanaged.fromOpaque($0) }
  }

  /// The relay of a bound cell.
  var relay: Unmanaged<Cell>? {
    guard phase == .following else { return nil }
    // SAFETY: a following word is final but for its flags, and retains the relay until `deinit`.
    return UnsafeRawPointer(bitPattern: bits & Self.pointerMask).map { Unmanaged.fromOpaque($0) }
  }

  func with(phase: Phase) -> CellState {
    CellState(bits: bits & ~Self.phaseMask | phase.rawValue)
  }

  func with(inbox: Unmanaged<Node>?) -> CellState {
    CellState(
      bits: bits & ~Self.pointerMask | UInt(bitPattern: inbox.map { $0.toOpaque() }))
  }

  var poked: CellState { CellState(bits: bits | Self.pokedFlag) }
  var free: CellState { CellState(bits: bits & ~(Self.heldFlag | Self.pokedFlag)) }
}

extension Cell {
  final var phase: CellState { CellState(bits: state.load()) }

  /// The cell that settles in this one's stead: itself, unless it follows another.
  @usableFromInline
  final var root: Cell {
    var cell = self
    while let relay = cell.phase.relay {
      // SAFETY: a following word is final and retains its relay; `cell` is retained here.
      cell = relay.takeUnretainedValue()
    }
    return cell
  }

  /// The same, if it is settled.
  @usableFromInline
  final var settledRoot: Cell? {
    let cell = root
    return cell.phase.phase == .settled ? cell : nil
  }

  final var isSettled: Bool {
    let seen = phase
    return seen.relay == nil ? seen.phase == .settled : settledRoot != nil
  }

  /// Whether the cell was settled by a cancellation.
  final var isCancelled: Bool {
    let cell = root
    return cell.phase.phase == .settled && cell.wasCancelled
  }
}

extension StateWord {
  @inline(__always)
  borrowing func exchange(_ expected: CellState, for desired: CellState) -> Bool {
    exchange(expected.bits, for: desired.bits)
  }
}
