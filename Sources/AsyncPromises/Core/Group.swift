// What a promise of several inputs waits with: one object for the group, one node for each input.

/// What becomes of the inputs of a group that don't decide it.
public enum LoserPolicy: Sendable {
  /// They go on, for whoever else is interested in them.
  case leave
  /// They are cancelled as soon as the group is decided, be it by a cancellation: the group owns
  /// its inputs.
  case cancel
}

/// The producer of a group's cell: it waits for all inputs, and leaves those that are still pending
/// when the cell is settled.
@usableFromInline
final class Group: Producer, @unchecked Sendable {
  private let nodes: [GroupNode]
  /// The inputs that the group cancels when it is decided.
  private let owned: [Cell]

  /// - Parameter inputSettled: called for each input that settles, with its index, by any thread,
  ///   several at once.
  private init(
    of inputs: [Cell], losers: LoserPolicy,
    inputSettled: @escaping @Sendable (Cell, Int, inout Trampoline) -> Void
  ) {
    nodes = inputs.indices.map { GroupNode($0, inputSettled) }
    owned =
      switch losers {
      case .leave: []
      case .cancel: inputs
      }
  }

  @usableFromInline
  override var inputs: [Node] { nodes }

  /// Lets `cell` wait for `inputs`, in their order, those that are settled already included.
  @usableFromInline
  static func wait(
    for inputs: [Cell], on behalf: Cell, losers: LoserPolicy, _ trampoline: inout Trampoline,
    inputSettled: @escaping @Sendable (Cell, Int, inout Trampoline) -> Void
  ) {
    let group = Group(of: inputs, losers: losers, inputSettled: inputSettled)
    behalf.hold(group, &trampoline)
    for (input, node) in zip(inputs, group.nodes) where node.link.arm(with: input) {
      input.attach(node, &trampoline)
    }
  }

  @usableFromInline
  override func cellSettled(byCancellation: Bool, _ trampoline: inout Trampoline) {
    for node in nodes { node.leave(byCancellation: byCancellation, &trampoline) }
    for input in owned { input.cancel(&trampoline) }
  }
}

/// The node of a group in the list of one of its inputs.
final class GroupNode: Node, @unchecked Sendable {
  /// Belongs to whoever claims or withdraws the link; taken then, because it keeps the group's
  /// cell.
  private var inputSettled: (@Sendable (Cell, Int, inout Trampoline) -> Void)?
  private let index: Int

  init(_ index: Int, _ inputSettled: @escaping @Sendable (Cell, Int, inout Trampoline) -> Void) {
    self.index = index
    self.inputSettled = inputSettled
    super.init(link: .unarmed)
  }

  override func receive(from source: Cell, _ trampoline: inout Trampoline) {
    let inputSettled = inputSettled
    self.inputSettled = nil
    // Also when the group is decided already, or by another input later.
    _ = source.failureSeen
    inputSettled?(source, index, &trampoline)
  }

  /// The group was there for a failure, and is decided: nobody misses it.
  override func hasLeft(
    _ source: Cell, byCancellation: Bool, _ trampoline: inout Trampoline
  ) {
    if !byCancellation { source.markFailure(.sight) }
    super.hasLeft(source, byCancellation: byCancellation, &trampoline)
  }

  /// Leaves the input that the node stands in, if it is pending.
  func leave(byCancellation: Bool, _ trampoline: inout Trampoline) {
    switch link.withdraw(byCancellation: byCancellation) {
    case .tooLate, .producer:
      break
    case .unarmed, .lent:
      inputSettled = nil
    case .from(let source):
      inputSettled = nil
      hasLeft(source, byCancellation: byCancellation, &trampoline)
    }
  }
}

/// Counts the inputs of a group that are still to settle.
@usableFromInline
final class Countdown: Sendable {
  private let left: StateWord

  @usableFromInline
  init(from count: Int) {
    left = StateWord(UInt(count))
  }

  /// - Returns: whether this was the last.
  @usableFromInline
  func countDown() -> Bool {
    left.add(.max) == 0
  }
}
