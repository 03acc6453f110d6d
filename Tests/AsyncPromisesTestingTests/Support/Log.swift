// What happened, in order, from any thread.

import Foundation

/// An ordered log that many threads write to. A lock that ThreadSanitizer understands guards it.
final class Log<Entry: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var written: [Entry] = []

  func write(_ entry: Entry) {
    lock.withLock { written.append(entry) }
  }

  /// A copy that is made inside of the lock: ThreadSanitizer does not see the counts of references
  /// that tell an array whether it may grow in place while somebody still reads it.
  var entries: [Entry] {
    lock.withLock { written.map { $0 } }
  }

  var count: Int {
    lock.withLock { written.count }
  }
}
