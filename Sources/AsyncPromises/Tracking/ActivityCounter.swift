// A count that can be waited for.

/// Counts what is going on, and tells those who wait as soon as nothing is.
///
/// What one thing hands over to another is counted before the first is struck off: the count never
/// touches zero early.
package final class ActivityCounter: Sendable {
  private let parent: ActivityCounter?
  private let count = StateWord(0)
  /// How often anything was counted.
  private let entries = StateWord(0)
  private let watchers = SharedStack<@Sendable () -> Void>()
  /// Wait for the next thing to end, whether it is the last one or not.
  private let endWatchers = SharedStack<@Sendable () -> Void>()

  /// - Parameter parent: counts the same things, and others.
  init(within parent: ActivityCounter?) {
    self.parent = parent
  }

  package func enter() {
    var counter = self
    while true {
      // In this order: a thread that sees the entry, and no count, sees what has left again.
      counter.count.add(1)
      counter.entries.add(1)
      guard let parent = counter.parent else { return }
      counter = parent
    }
  }

  package func leave() {
    var counter = self
    while true {
      if counter.count.add(.max) == 0 { Self.call(counter.watchers) }
      if !counter.endWatchers.isEmpty { Self.call(counter.endWatchers) }
      guard let parent = counter.parent else { return }
      counter = parent
    }
  }

  package var number: UInt { count.load() }

  package var isZero: Bool { number == 0 }

  /// A number that grows with everything that is counted: equal numbers, nothing new.
  package var generation: UInt { entries.load() }

  /// Fulfilled as soon as nothing is counted. The promise itself is not tracked.
  package func zero() -> Promise<Void> {
    let cell = ValueCell<Void>()
    whenZero { Trampoline.run { _ = cell.fulfill((), &$0) } }
    return Promise(cell: cell)
  }

  /// Fulfilled as soon as anything that is counted ends. The promise itself is not tracked.
  package func nextEnd() -> Promise<Void> {
    let cell = ValueCell<Void>()
    endWatchers.push { Trampoline.run { _ = cell.fulfill((), &$0) } }
    return Promise(cell: cell)
  }

  /// Calls `body` as soon as nothing is counted, on the thread that ended the last.
  package func whenZero(_ body: @escaping @Sendable () -> Void) {
    watchers.push(body)
    // Either this look sees the zero, or the thread that makes it sees the watcher.
    if isZero { Self.call(watchers) }
  }

  private static func call(_ watchers: borrowing SharedStack<@Sendable () -> Void>) {
    for watcher in watchers.takeAll().reversed() { watcher() }
  }
}
