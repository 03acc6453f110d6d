// What stands in the list of a cell: the base of waiters, of derived promises and of observers.

/// One consumer of one cell.
///
/// `next` belongs to whoever holds the list that the node stands in. `link` says where the node
/// stands and decides, by one atomic word, who may deliver to it or take it away.
///
/// `@unchecked Sendable`: every field of a node is atomic, or belongs to whom the atomic words say.
@usableFromInline
class Node: @unchecked Sendable {
  var next: Unmanaged<Node>?
  let link: Link

  init(link: consuming Link) {
    self.link = link
  }

  /// Tells the node that its source has settled. Called by the thread that claimed the link, once.
  ///
  /// Plumbing only: user code is handed to the trampoline.
  @usableFromInline
  func receive(from source: Cell, _ trampoline: inout Trampoline) {}

  /// Tells `source` that the node has been taken from its list.
  func hasLeft(_ source: Cell, byCancellation: Bool, _ trampoline: inout Trampoline) {
    source.consumerLeft(byCancellation: byCancellation, &trampoline)
  }

  /// Whether the node is interested in the outcome: a living consumer keeps its source going.
  var isConsumer: Bool { true }

  /// The node, if it is a relay: it settles as its source does.
  var asRelay: Cell? { nil }
}

/// What settles a cell that has no place in the list of another one.
@usableFromInline
class Producer: @unchecked Sendable {
  /// The cell is settled, by the producer or by a cancellation. Called once.
  @usableFromInline
  func cellSettled(byCancellation: Bool, _ trampoline: inout Trampoline) {}

  /// What the cell waits for, in the words of a report.
  @usableFromInline
  var obstacle: String { "its inputs" }

  /// What the producer waits for on behalf of its cell: nodes that stand elsewhere.
  @usableFromInline
  var inputs: [Node] { [] }
}

/// A singly linked list of nodes in the order of registration, one retain for each.
struct NodeList {
  private(set) var head: Unmanaged<Node>?
  private var tail: Unmanaged<Node>?

  init() {}

  /// A list of one node.
  init(_ node: Unmanaged<Node>) {
    append(node)
  }

  /// Takes over a chain that was pushed last-in-first-out.
  init(reversing chain: Unmanaged<Node>?) {
    tail = chain
    var rest = chain
    while let node = rest {
      rest = node._withUnsafeGuaranteedRef { current in
        let next = current.next
        current.next = head
        return next
      }
      head = node
    }
  }

  /// Appends a node together with the retain that the caller holds on it.
  mutating func append(_ node: Unmanaged<Node>) {
    node._withUnsafeGuaranteedRef { $0.next = nil }
    if let tail {
      tail._withUnsafeGuaranteedRef { $0.next = node }
    } else {
      head = node
    }
    tail = node
  }

  mutating func append(_ list: NodeList) {
    guard let first = list.head else { return }
    if let tail {
      tail._withUnsafeGuaranteedRef { $0.next = first }
    } else {
      head = first
    }
    tail = list.tail
  }

  /// Removes the first node; its retain passes to the caller.
  mutating func popFirst() -> Unmanaged<Node>? {
    guard let first = head else { return nil }
    head = first._withUnsafeGuaranteedRef { node in
      defer { node.next = nil }
      return node.next
    }
    if head == nil { tail = nil }
    return first
  }

  /// Drops the dead before the first of the living.
  ///
  /// - Returns: how many they were.
  @discardableResult
  mutating func dropDead() -> Int {
    var count = 0
    while let first = head, first._withUnsafeGuaranteedRef({ $0.link.isDead }) {
      popFirst()?.release()
      count += 1
    }
    return count
  }

  mutating func takeAll() -> NodeList {
    defer { self = NodeList() }
    return self
  }

  func forEach(_ body: (Node) -> Void) {
    var rest = head
    while let node = rest {
      node._withUnsafeGuaranteedRef(body)
      rest = node._withUnsafeGuaranteedRef { $0.next }
    }
  }

  var isEmpty: Bool { head == nil }
}
