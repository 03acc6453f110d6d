// Records events in order, from any thread.

/// An ordered log that many threads write to.
package final class Journal<Entry>: Sendable {
  private let written = Locked<[Entry]>([])

  package init() {}

  package func write(_ entry: Entry) {
    written.withLock { $0.append(entry) }
  }

  /// Removes and releases all entries.
  package func clear() {
    let forgotten = written.withLock { entries in
      defer { entries = [] }
      return entries
    }
    withExtendedLifetime(forgotten) {}
  }

  package var entries: [Entry] {
    written.withLock { $0.map { $0 } }
  }

  package var count: Int {
    written.withLock { $0.count }
  }
}
