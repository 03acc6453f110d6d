// What a promise of several inputs waits with: one object for the group, one node for each input.

/// What happens to the inputs of a group that don't decide it.
public enum LoserPolicy: Sendable {
  /// The inputs continue, for their other consumers.
  case leave
  /// The inputs are cancelled as soon as the group is decided or cancelled: the group owns its
  /// inputs.
  case cancel
}

/// The producer of a group's cell: it waits for all inputs, and leaves those that are still pending
/// when the cell is settled.
@usableFromInline
final class Group: Producer, @unchecked Sendable {
  /// Written once, before any thread can reach the group.
  private var nodes: [GroupNode] = []
  fileprivate let inputSettled: @Sendable (Cell, Int, inout Effects) -> Void
  /// The inputs that the group cancels when it is decided.
  private let owned: [Cell]

  /// - Parameter inputSettled: called for each input that settles, with its index, by any thread,
  ///   several at once.
  private init(
    of inputs: [Cell], losers: LoserPolicy,
    inputSettled: @escaping @Sendable (Cell, Int, inout Effects) -> Void
  ) {
    self.inputSettled = inputSettled
    owned =
      switch losers {
      case .leave: []
      case .cancel: inputs
      }
    super.init()
    nodes = inputs.indices.map { GroupNode($0, of: self) }
  }

  /// Lets a cell wait for `inputs`, in their order, those that are settled already included.
  @usableFromInline
  static func wait(
    for inputs: [Cell], on behalf: Cell, losers: LoserPolicy,
    inputSettled: @escaping @Sendable (Cell, Int, inout Effects) -> Void
  ) {
    let group = Group(of: inputs, losers: losers, inputSettled: inputSettled)
    Trampoline.run { effects in
      behalf.wait(for: group, &effects)
      behalf.origin.note(.waitsForInputs(inputs))
      for index in inputs.indices {
        let (input, node) = (inputs[index], group.nodes[index])
        if node.link.arm(with: input) {
          input.attach(node, &effects)
        } else {
          // The group was cancelled meanwhile: it was there all the same.
          input.markFailure(.seen)
        }
      }
    }
  }

  @usableFromInline
  override func consumerWithdrew(_ reason: Reason, _ effects: inout Effects) {
    // First: an input that the group cancels is cancelled, and not only left.
    for input in owned { input.cancel(&effects) }
    for node in nodes {
      node.withdraw(reason == .cancelled ? .cancelled : .stopped, &effects)
    }
  }

}

/// The node of a group in the list of one of its inputs.
final class GroupNode: Node, @unchecked Sendable {
  /// Belongs to the thread that claims or withdraws the link, which lets go of it: the group keeps
  /// its cell and its inputs.
  private var group: Group?
  private let index: Int

  init(_ index: Int, of group: Group) {
    (self.index, self.group) = (index, group)
    super.init(link: .unarmed)
  }

  override func receive(from source: Cell, _ effects: inout Effects) {
    group?.inputSettled(source, index, &effects)
  }

  override func letGo() { group = nil }

  /// Withdraws from the input that the node stands in, if it is pending. Called by its group.
  func withdraw(_ reason: Reason, _ effects: inout Effects) {
    switch link.withdraw() {
    case .tooLate, .fromTask:
      break
    case .unarmed:
      group = nil
    case .from(let source):
      group = nil
      source.consumerWithdrew(reason, &effects)
      effects.release(source)
    }
  }
}

extension Promise {
  /// Makes a promise that `decide` settles, which is called for each input that settles, by any
  /// thread, several at once.
  @inlinable
  static func group(
    of inputs: [Cell], losers: LoserPolicy, _ origin: Origin,
    decide: @escaping @Sendable (_ input: Cell, _ cell: ValueCell<Value>, inout Effects) -> Void
  ) -> Promise {
    let cell = ValueCell<Value>(origin)
    Group.wait(for: inputs, on: cell, losers: losers) { input, _, effects in
      decide(input, cell, &effects)
    }
    return Promise(cell: cell)
  }
}
