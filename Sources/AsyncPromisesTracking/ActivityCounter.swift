// A counter that other code can wait for.

import AsyncPromises

/// Counts ongoing activities, and notifies its watchers when none is left.
///
/// An activity that leads to another is subtracted only after the other is counted, so that the
/// count never reaches zero early.
package final class ActivityCounter: Sendable {
  private let parent: ActivityCounter?
  private let count = StateWord(0)
  /// How many activities have ever been counted.
  private let entries = StateWord(0)
  private let watchers = SharedStack<@Sendable () -> Void>()
  /// Called when the next activity ends, whether or not it is the last one.
  private let endWatchers = SharedStack<@Sendable () -> Void>()

  /// - Parameter parent: a counter of the same activities, and of others.
  init(within parent: ActivityCounter?) { self.parent = parent }

  package func enter() {
    // In this order: a thread that sees the entry but a zero count knows that the activity has
    // ended.
    count.add(1)
    entries.add(1)
    parent?.enter()
  }

  package func leave() {
    if count.add(.max) == 0 { Self.call(watchers) }
    if !endWatchers.isEmpty { Self.call(endWatchers) }
    parent?.leave()
  }

  package var number: UInt64 { count.load() }

  package var isZero: Bool { number == 0 }

  /// A number that grows with every activity counted. If it hasn't changed, nothing new has begun.
  package var generation: UInt64 { entries.load() }

  /// Returns a promise that is fulfilled when the count is zero. The promise itself is not tracked.
  package func zero() -> Promise<Void> { promise(whenZero) }

  /// Returns a promise that is fulfilled when the next activity ends. It is not tracked itself.
  package func nextEnd() -> Promise<Void> { promise { endWatchers.push($0) } }

  private func promise(_ watch: (@escaping @Sendable () -> Void) -> Void) -> Promise<Void> {
    let cell = ValueCell<Void>()
    watch { Trampoline.run { _ = cell.fulfill((), &$0) } }
    return Promise(cell: cell)
  }

  /// Calls `body` when the count is zero, on the thread that ended the last activity.
  package func whenZero(_ body: @escaping @Sendable () -> Void) {
    watchers.push(body)
    // Either this check sees the zero, or the thread that causes it sees the watcher.
    if isZero { Self.call(watchers) }
  }

  private static func call(_ watchers: borrowing SharedStack<@Sendable () -> Void>) {
    for watcher in watchers.takeAll().reversed() { watcher() }
  }
}
