// Timers ordered by deadline.

/// Timers in a binary heap, earliest deadline first.
struct DeadlineHeap {
  private var timers: [SharedTimer] = []

  var count: Int { timers.count }
  var first: SharedTimer? { timers.first }

  mutating func insert(_ timer: SharedTimer) {
    timers.append(timer)
    var child = timers.endIndex - 1
    while child > 0, timers[child].deadline < timers[(child - 1) / 2].deadline {
      timers.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Removes the timers that are due, in deadline order.
  mutating func popAll(until now: SharedSleep.Time) -> [SharedTimer] {
    var due: [SharedTimer] = []
    while let timer = popFirst(until: now) { due.append(timer) }
    return due
  }

  /// Removes the first timer, if it is due.
  mutating func popFirst(until now: SharedSleep.Time) -> SharedTimer? {
    guard let first = timers.first, first.deadline <= now else { return nil }
    timers.swapAt(0, timers.endIndex - 1)
    timers.removeLast()
    var parent = 0
    while 2 * parent + 1 < timers.endIndex {
      let children = 2 * parent + 1..<min(2 * parent + 3, timers.endIndex)
      guard let earlier = children.min(by: { timers[$0].deadline < timers[$1].deadline }),
        timers[earlier].deadline < timers[parent].deadline
      else { break }
      timers.swapAt(parent, earlier)
      parent = earlier
    }
    return first
  }

  mutating func removeAll(where isOver: (SharedTimer) -> Bool) {
    timers.removeAll(where: isOver)
    // A sorted array is a heap.
    timers.sort { $0.deadline < $1.deadline }
  }
}
