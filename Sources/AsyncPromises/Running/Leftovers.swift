// What a call into the core lets go of when nothing is held: the one place that releases.
//
// A reference that a transition gives up may be the last one to a value, an error or a capture of
// the user's, whose `deinit` may do anything and take its time. Delivery and withdrawal write down
// what they give up; it is released when every list has been put back.

/// References that were given up while something was held.
struct Leftovers: @unchecked Sendable {
  /// Nodes that have left a list, with the retains that the list had on them.
  private var nodes = NodeList<Node>()
  private var objects = Stack<AnyObject>()
  private var actors: [any Actor]?

  var isEmpty: Bool { nodes.isEmpty && objects.isEmpty && actors == nil }

  mutating func add(_ node: Unmanaged<Node>) { nodes.append(node) }

  mutating func add(_ object: AnyObject) {
    // What is delivered to is often told as well.
    if !objects.isTop(object) { objects.push(object) }
  }

  mutating func add(_ actor: any Actor) { actors.append(actor) }

  mutating func add(_ other: consuming Leftovers) {
    nodes.append(other.nodes)
    while let object = other.objects.pop() { objects.push(object) }
    for actor in other.actors ?? [] { actors.append(actor) }
  }

  mutating func take() -> Leftovers {
    defer { self = Leftovers() }
    return self
  }

  /// Lets go of everything: code of the user's may run.
  mutating func release() {
    while let node = nodes.popFirst() {
      let node = node.takeRetainedValue()
      // Who has withdrawn a node lets go of what it keeps.
      if !node.link.isWithdrawn { node.letGo() }
    }
    while objects.pop() != nil {}
    actors = nil
  }
}
