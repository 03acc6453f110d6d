// What a call into the core leaves until nothing is held: whom it resumes, and what it lets go of.
// It is the one place that releases.
//
// A reference that a transition gives up may be the last one to a value, an error or a capture of
// the user's, whose `deinit` may do anything and take its time. Delivery and withdrawal write down
// what they give up; it is released when every list has been put back. So are tasks resumed then,
// whose executors are the user's.

/// What is left to do when nothing is held, in this order.
struct Leftovers: @unchecked Sendable {
  /// Tasks that go on, with the retains that the lists had on their nodes.
  private var resumptions = NodeList<WaitingNode>()
  /// Nodes that have left a list, with the retains that the list had on them.
  private var nodes = NodeList<Node>()
  private var objects = Stack<AnyObject>()
  /// The records of promises whose consumers have all been delivered to.
  private var settled: [Record]?

  /// Whether there is nothing to let go of.
  var isEmpty: Bool { nodes.isEmpty && objects.isEmpty }

  mutating func add(resuming node: Unmanaged<WaitingNode>) { resumptions.append(node) }

  mutating func add(_ node: Unmanaged<Node>) { nodes.append(node) }

  mutating func add(_ object: AnyObject) {
    // What is delivered to is often told as well.
    if !objects.isTop(object) { objects.push(object) }
  }

  mutating func add(settled record: Record) { settled.append(record) }

  mutating func add(_ other: consuming Leftovers) {
    resumptions.append(other.resumptions)
    nodes.append(other.nodes)
    while let object = other.objects.pop() { objects.push(object) }
    for record in other.settled ?? [] { settled.append(record) }
  }

  mutating func takeResumptions() -> Leftovers {
    var taken = Leftovers()
    taken.resumptions = resumptions.takeAll()
    return taken
  }

  mutating func take() -> Leftovers {
    defer { self = Leftovers() }
    return self
  }

  /// Resumes the tasks.
  mutating func resume() {
    while let node = resumptions.popFirst() { node.takeRetainedValue().resume() }
  }

  /// Lets go of everything: code of the user's may run.
  mutating func release() {
    while let node = nodes.popFirst() {
      let node = node.takeRetainedValue()
      // Who has withdrawn a node lets go of what it keeps.
      if !node.link.isWithdrawn { node.letGo() }
    }
    while objects.pop() != nil {}
  }

  /// Tells the records, when all that follows from their settling has begun.
  mutating func settlingEnds() {
    guard let settled = settled.take() else { return }
    for record in settled { record.note(.settlingEnds) }
  }
}
