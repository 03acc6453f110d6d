// What a promise of several inputs waits with: one object for the group, and one node for each
// input.

/// What happens to the inputs still pending when a group is decided.
public enum RemainingInputs: Sendable {
  /// The inputs continue, for their other consumers.
  case leave
  /// The group owns its inputs: they are cancelled once it is decided or cancelled.
  case cancel
}

/// The producer of a group's cell: it waits for all inputs, and leaves those that are still pending
/// when the cell is settled.
@usableFromInline
final class Group: InputProducer, @unchecked Sendable {
  /// Written once, before any thread can reach the group.
  private var nodes: [Input] = []
  private let inputSettled: @Sendable (Cell, Int, inout Effects) -> Void
  /// The inputs that the group cancels when it is decided.
  private let owned: [Cell]

  /// - Parameter inputSettled: called for each input that settles, with its index, by any thread,
  ///   several at once.
  private init(
    of inputs: [Cell], remaining: RemainingInputs,
    inputSettled: @escaping @Sendable (Cell, Int, inout Effects) -> Void
  ) {
    self.inputSettled = inputSettled
    owned =
      switch remaining {
      case .leave: []
      case .cancel: inputs
      }
    super.init()
    nodes = inputs.indices.map { Input($0, of: self) }
  }

  /// Lets a cell wait for `inputs`, in their order, those that are settled already included.
  @usableFromInline
  static func wait(
    for inputs: [Cell], on behalf: Cell, remaining: RemainingInputs,
    inputSettled: @escaping @Sendable (Cell, Int, inout Effects) -> Void
  ) {
    let group = Group(of: inputs, remaining: remaining, inputSettled: inputSettled)
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
      node.leave(reason == .cancelled ? .cancelled : .stopped, &effects)
    }
  }

  override func inputSettled(
    _ input: Input, as settled: Cell, _ effects: inout Effects
  ) -> Bool {
    inputSettled(settled, input.index, &effects)
    return false
  }
}

extension Promise {
  /// Makes a promise that `decide` settles, which is called for each input that settles, by any
  /// thread, several at once.
  @inlinable
  static func group(
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
