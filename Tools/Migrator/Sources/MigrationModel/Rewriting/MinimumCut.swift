// The cheapest way to separate what gains by a choice from what loses by it.

/// A network with a source and a sink. Of all ways to cut the least capacity between the two,
/// `kept()` finds the one with the fewest nodes on the side of the source.
struct MinimumCut {
  private var targets: [Int] = []
  private var capacities: [Int] = []
  /// The edges that leave each node, and the opposites of those that enter it.
  private var edges: [[Int]]
  private let source: Int
  private let sink: Int

  init(nodes: Int) {
    (source, sink) = (nodes, nodes + 1)
    edges = Array(repeating: [], count: nodes + 2)
  }

  /// What is lost if the node isn't on the side of the source.
  mutating func gain(_ gain: Int, of node: Int) { connect(source, node, gain, 0) }

  /// What is lost if it is.
  mutating func cost(_ cost: Int, of node: Int) { connect(node, sink, cost, 0) }

  /// What is lost if only one of two nodes is on the side of the source.
  mutating func link(_ one: Int, _ other: Int, cost: Int) { connect(one, other, cost, cost) }

  /// Keeps a node from the side of the source if the other isn't there.
  mutating func bind(_ node: Int, to other: Int) { connect(node, other, .max / 4, 0) }

  private mutating func connect(_ from: Int, _ to: Int, _ capacity: Int, _ opposite: Int) {
    guard capacity > 0 || opposite > 0 else { return }
    edges[from].append(targets.count)
    edges[to].append(targets.count + 1)
    targets += [to, from]
    capacities += [capacity, opposite]
  }

  /// The nodes on the side of the source.
  mutating func kept() -> Set<Int> {
    while true {
      let levels = levels()
      guard levels[sink] >= 0 else {
        return Set(edges.indices.filter { levels[$0] >= 0 && $0 != source })
      }
      var next = Array(repeating: 0, count: edges.count)
      while push(levels, &next) {}
    }
  }

  /// The number of edges with capacity from the source to each node, or -1.
  private func levels() -> [Int] {
    var levels = Array(repeating: -1, count: edges.count)
    levels[source] = 0
    var queue = [source]
    var first = 0
    while first < queue.count {
      let node = queue[first]
      first += 1
      for edge in edges[node] where capacities[edge] > 0 && levels[targets[edge]] < 0 {
        levels[targets[edge]] = levels[node] + 1
        queue.append(targets[edge])
      }
    }
    return levels
  }

  /// Uses up the capacity of one more path to the sink.
  ///
  /// - Parameter next: the first edge of each node that may still be part of one.
  private mutating func push(_ levels: [Int], _ next: inout [Int]) -> Bool {
    var path: [Int] = []
    var node = source
    while node != sink {
      if next[node] < edges[node].count {
        let edge = edges[node][next[node]]
        if capacities[edge] > 0, levels[targets[edge]] == levels[node] + 1 {
          path.append(edge)
          node = targets[edge]
        } else {
          next[node] += 1
        }
      } else {
        guard let edge = path.popLast() else { return false }
        node = targets[edge ^ 1]
        next[node] += 1
      }
    }
    let amount = path.map { capacities[$0] }.min() ?? 0
    for edge in path {
      capacities[edge] -= amount
      capacities[edge ^ 1] += amount
    }
    return true
  }
}
