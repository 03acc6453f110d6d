// The slots that candidates occupy, in a tree.

/// A set of slots, which finds the nth slot, the position of a slot, and the slot with the highest
/// priority in logarithmic time.
struct CandidateTree {
  private struct Node {
    var count: Int32 = 0
    var priority = Int.min
  }

  let capacity: Int
  /// The root has index one; the children of node `n` have the indices `2n` and `2n + 1`.
  private var nodes: [Node]

  /// - Parameter capacity: a power of two.
  init(capacity: Int) {
    self.capacity = capacity
    nodes = Array(repeating: Node(), count: capacity * 2)
  }

  var count: Int { Int(nodes[1].count) }

  func contains(_ slot: Int) -> Bool { nodes[capacity + slot].count > 0 }

  /// Adds a slot, or changes its priority.
  mutating func insert(_ slot: Int, priority: Int) { set(slot, Node(count: 1, priority: priority)) }

  mutating func remove(_ slot: Int) {
    if contains(slot) { set(slot, Node()) }
  }

  private mutating func set(_ slot: Int, _ leaf: Node) {
    // Asks once whether the array is shared, instead of at each level.
    nodes.withUnsafeMutableBufferPointer { nodes in
      var index = nodes.count / 2 + slot
      nodes[index] = leaf
      while index > 1 {
        index /= 2
        let (left, right) = (nodes[index * 2], nodes[index * 2 + 1])
        nodes[index] = Node(
          count: left.count + right.count, priority: max(left.priority, right.priority))
      }
    }
  }

  /// The slot that comes after `index` others.
  func slot(at index: Int) -> Int {
    var (left, node) = (Int32(index), 1)
    while node < capacity {
      node *= 2
      if left >= nodes[node].count {
        left -= nodes[node].count
        node += 1
      }
    }
    return node - capacity
  }

  /// The number of slots before `slot`.
  func index(of slot: Int) -> Int {
    var (before, node) = (0, capacity + slot)
    while node > 1 {
      if !node.isMultiple(of: 2) { before += Int(nodes[node - 1].count) }
      node /= 2
    }
    return before
  }

  var highestPriority: Int { nodes[1].priority }

  /// The index of the first slot with the highest priority.
  var highest: Int {
    var node = 1
    while node < capacity {
      node *= 2
      if nodes[node].priority < nodes[1].priority { node += 1 }
    }
    return index(of: node - capacity)
  }
}
