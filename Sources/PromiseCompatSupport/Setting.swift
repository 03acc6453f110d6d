// Settings of a process, such as the queue for handlers.

import Foundation

/// A value that any thread may read and replace.
///
/// The lock lets go of a replaced value at once. A list without a lock would have to keep all of
/// them, because a thread might still be reading one.
package final class Setting<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  package var current: Value {
    get { lock.withLock { value } }
    set {
      // The replaced value is released after the lock.
      var replaced = newValue
      lock.withLock { swap(&value, &replaced) }
    }
  }
}
