// Objects that can be queued without a separate allocation.

/// An object that can be in one linked list at a time.
///
/// `@unchecked Sendable`: `next` belongs to the thread that holds the queue.
@usableFromInline
package class QueueNode: @unchecked Sendable {
  fileprivate final var next: Unmanaged<QueueNode>?

  /// Links the node to the head of a list, which it is about to replace.
  final func chain(before head: Unmanaged<some QueueNode>?) {
    next = head.map { Unmanaged.fromOpaque($0.toOpaque()) }
  }
}

/// A singly linked list, which holds one retain on each node.
struct NodeList<Element: QueueNode> {
  private var head: Unmanaged<Element>?
  private var tail: Unmanaged<Element>?

  init() {}

  /// Takes over a chain of nodes, newest first, and reverses it.
  init(reversing chain: Unmanaged<Element>?) {
    tail = chain
    var rest = chain
    while let node = rest {
      rest = node._withUnsafeGuaranteedRef { current in
        let next = current.next
        current.next = Self.erased(head)
        return Self.element(next)
      }
      head = node
    }
  }

  /// Takes over a chain of nodes, newest first, and keeps its order.
  init(newestFirst chain: Unmanaged<Element>?) {
    (head, tail) = (chain, chain)
    while let next = tail?._withUnsafeGuaranteedRef({ Self.element($0.next) }) { tail = next }
  }

  /// Takes over a list that was given up as one pointer.
  init(ring last: Unmanaged<Element>) {
    tail = last
    head = last._withUnsafeGuaranteedRef { last in
      defer { last.next = nil }
      return Self.element(last.next)
    }
  }

  /// The list as one pointer: the last node, which from now on links to the first.
  var ring: Unmanaged<Element>? {
    tail?._withUnsafeGuaranteedRef { $0.next = Self.erased(head) }
    return tail
  }

  var isEmpty: Bool { head == nil }

  var first: Unmanaged<Element>? { head }

  /// Appends a node, and takes over the caller's retain on it.
  mutating func append(_ node: Unmanaged<Element>) {
    node._withUnsafeGuaranteedRef { $0.next = nil }
    append(NodeList(head: node, tail: node))
  }

  mutating func append(_ list: NodeList) {
    guard let first = list.head else { return }
    if let tail {
      tail._withUnsafeGuaranteedRef { $0.next = Self.erased(first) }
    } else {
      head = first
    }
    tail = list.tail
  }

  /// Removes the first node; its retain passes to the caller.
  mutating func popFirst() -> Unmanaged<Element>? {
    guard let first = head else { return nil }
    head = first._withUnsafeGuaranteedRef { node in
      defer { node.next = nil }
      return Self.element(node.next)
    }
    if head == nil { tail = nil }
    return first
  }

  mutating func releaseAll() {
    while let node = popFirst() { node.release() }
  }

  mutating func takeAll() -> NodeList {
    defer { self = NodeList() }
    return self
  }

  func forEach(_ body: (Element) -> Void) {
    var rest = head
    while let node = rest {
      node._withUnsafeGuaranteedRef(body)
      rest = node._withUnsafeGuaranteedRef { Self.element($0.next) }
    }
  }

  func allSatisfy(_ condition: (Element) -> Bool) -> Bool {
    var isSatisfied = true
    forEach { isSatisfied = isSatisfied && condition($0) }
    return isSatisfied
  }

  private init(head: Unmanaged<Element>?, tail: Unmanaged<Element>?) {
    (self.head, self.tail) = (head, tail)
  }

  private static func erased(_ node: Unmanaged<Element>?) -> Unmanaged<QueueNode>? {
    node.map { Unmanaged.fromOpaque($0.toOpaque()) }
  }

  private static func element(_ node: Unmanaged<QueueNode>?) -> Unmanaged<Element>? {
    // SAFETY: a list contains only nodes of its element type, so that is what each one links to.
    node.map { Unmanaged.fromOpaque($0.toOpaque()) }
  }
}
