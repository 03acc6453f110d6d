// How a promise waits for several inputs: with one object for the group and one node per input.

/// What happens to inputs still pending when a group settles.
public enum RemainingInputs: Sendable {
  /// The inputs continue; the group just stops observing them.
  case leave
  /// The group owns its inputs: it cancels them when it settles or is cancelled.
  case cancel
}

/// The producer of a group's cell. It waits for all inputs, and leaves those that are still pending
/// when the cell settles.
@usableFromInline
final class Group: Producer, @unchecked Sendable {
  /// Written once, before any thread can reach the group.
  private var nodes: [Input] = []
  private let decide: @Sendable (Cell, Int, inout Effects) -> Void
  /// The inputs that the group cancels when it settles.
  private let owned: [Cell]

  /// - Parameter decide: called with each input that settles and its index, on any thread, possibly
  ///   concurrently.
  private init(
    of inputs: [Cell], remaining: RemainingInputs,
    decide: @escaping @Sendable (Cell, Int, inout Effects) -> Void
  ) {
    self.decide = decide
    owned =
      switch remaining {
      case .leave: []
      case .cancel: inputs
      }
    super.init()
    nodes = inputs.indices.map { Input($0, of: self) }
  }

  /// Makes a cell wait for `inputs`, in order, including those that are already settled.
  @usableFromInline
  static func wait(
    for inputs: [Cell], on behalf: Cell, remaining: RemainingInputs,
    decide: @escaping @Sendable (Cell, Int, inout Effects) -> Void
  ) {
    let group = Group(of: inputs, remaining: remaining, decide: decide)
    Trampoline.run { effects in
      behalf.wait(for: group, &effects)
      behalf.origin.record?.waits(for: inputs)
      for index in inputs.indices {
        let (input, node) = (inputs[index], group.nodes[index])
        input.attach(arming: node, orLeft: .stopped, &effects)
      }
    }
  }

  @usableFromInline
  override func consumerWithdrew(_ reason: Reason, _ effects: inout Effects) {
    // Cancels first, so that these inputs are cancelled and not merely left.
    for input in owned { input.cancel(&effects) }
    effects.leftovers.rest.reserve(nodes.count)
    for node in nodes {
      node.leave(reason == .cancelled ? .cancelled : .stopped, &effects)
    }
  }

  /// Called when an input has settled, on any thread, possibly concurrently.
  func inputSettled(_ input: Cell, _ index: Int, _ effects: inout Effects) {
    decide(input, index, &effects)
  }
}

extension Promise {
  /// Creates a promise that `decide` settles. It is called for each input that settles, on any
  /// thread, possibly concurrently.
  @inlinable
  package static func group(
    of inputs: [Cell], remaining: RemainingInputs, _ origin: Origin,
    decide: @escaping @Sendable (_ input: Cell, _ cell: ValueCell<Value>, inout Effects) -> Void
  ) -> Promise {
    let cell = ValueCell<Value>(origin)
    Group.wait(for: inputs, on: cell, remaining: remaining) { input, _, effects in
      decide(input, cell, &effects)
    }
    return Promise(cell: cell)
  }
}
