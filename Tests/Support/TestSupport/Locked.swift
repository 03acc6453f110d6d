// A value behind a lock.

import Foundation

/// A value that any thread may change. Unlike the system's `Mutex`, its lock is one that
/// ThreadSanitizer understands.
///
/// Take an array out as a copy that is made inside of the lock (`map { $0 }`): ThreadSanitizer does
/// not see the counts of references that tell an array whether it may grow in place while somebody
/// still reads it.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    try lock.withLock { try body(&value) }
  }
}
