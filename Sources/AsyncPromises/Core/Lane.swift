// The queue of the nonisolated handlers of one settled cell.

/// A queue of cells whose handlers are due: any thread appends, one job at a time drains.
///
/// The lane of a cell is what keeps its nonisolated handlers in the order of registration when some
/// of them come late: as long as a job has elders to run, younger ones queue up behind them.
struct Lane: ~Copyable {
  private let word = StateWord(idle)

  /// No job serves the lane.
  private static var idle: UInt { 0 }
  /// A job serves the lane; the word may point to the newest cell that waits.
  private static var served: UInt { 1 }

  /// Appends a cell, whose retain goes with it.
  ///
  /// - Returns: whether the caller has to find a job for the lane.
  borrowing func append(_ node: Unmanaged<Node>) -> Bool {
    while true {
      let seen = word.load()
      node._withUnsafeGuaranteedRef { $0.next = Self.node(seen) }
      if word.exchange(seen, for: UInt(bitPattern: node.toOpaque()) | Self.served) {
        return seen == Self.idle
      }
    }
  }

  /// Takes what waits, oldest first; `nil` ends the job's service of the lane.
  borrowing func takeAll() -> NodeList? {
    while true {
      let seen = word.load()
      if seen == Self.served {
        if word.exchange(seen, for: Self.idle) { return nil }
      } else if word.exchange(seen, for: Self.served) {
        return NodeList(reversing: Self.node(seen))
      }
    }
  }

  private static func node(_ bits: UInt) -> Unmanaged<Node>? {
    // SAFETY: only `append(_:)` stores pointers here, and they are pointers to nodes.
    UnsafeRawPointer(bitPattern: bits & ~served).map { Unmanaged.fromOpaque($0) }
  }
}
