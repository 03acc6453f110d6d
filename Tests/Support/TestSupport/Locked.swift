// A value behind a lock.

import Foundation

/// A value that any thread may change. ThreadSanitizer understands its lock, unlike the system's
/// `Mutex`.
///
/// To take an array out, copy it while the lock is held (`map { $0 }`): ThreadSanitizer doesn't see
/// the reference counts that keep an array from growing in place while another thread reads it.
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
