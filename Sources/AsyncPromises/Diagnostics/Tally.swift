// A count that can be waited for.

/// Counts what is going on, and tells those who wait as soon as nothing is.
///
/// What one thing hands over to another is counted before the first is struck off: the count never
/// touches zero early.
package final class Tally: Sendable {
  private let parent: Tally?
  private let count = StateWord(0)
  /// How often anything was counted.
  private let entries = StateWord(0)
  private let watchers = StateWord(0)

  /// - Parameter parent: counts the same things, and others.
  init(within parent: Tally?) {
    self.parent = parent
  }

  deinit {
    for watcher in takeWatchers() { watcher.release() }
  }

  package func enter() {
    var tally = self
    while true {
      // In this order: whoever sees the entry, and no count, sees something that has left again.
      tally.count.add(1)
      tally.entries.add(1)
      guard let parent = tally.parent else { return }
      tally = parent
    }
  }

  package func leave() {
    var tally = self
    while true {
      if tally.count.add(.max) == 0 { tally.callWatchers() }
      guard let parent = tally.parent else { return }
      tally = parent
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

  /// Calls `body` as soon as nothing is counted, on the thread of whoever ended last.
  package func whenZero(_ body: @escaping @Sendable () -> Void) {
    let watcher = Watcher(body)
    let retained = Unmanaged.passRetained(watcher as Node)
    while true {
      let seen = watchers.load()
      watcher.next = UnsafeRawPointer(bitPattern: seen).map { Unmanaged.fromOpaque($0) }
      if watchers.exchange(seen, for: UInt(bitPattern: retained.toOpaque())) { break }
    }
    // Either this look sees the zero, or whoever makes it sees the watcher.
    if isZero { callWatchers() }
  }

  private func callWatchers() {
    for watcher in takeWatchers() {
      // SAFETY: only `whenZero(_:)` puts nodes here, and they are watchers.
      unsafeDowncast(watcher.takeRetainedValue(), to: Watcher.self).body()
    }
  }

  private func takeWatchers() -> [Unmanaged<Node>] {
    let chain = UnsafeRawPointer(bitPattern: watchers.replace(with: 0))
    // SAFETY: only `whenZero(_:)` stores here.
    var list = NodeList(reversing: chain.map { Unmanaged<Node>.fromOpaque($0) })
    var all: [Unmanaged<Node>] = []
    while let node = list.popFirst() { all.append(node) }
    return all
  }
}

/// Somebody who waits for a zero.
private final class Watcher: Node, @unchecked Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
    super.init(link: .detached)
  }
}
