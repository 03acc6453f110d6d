// Ending a cancelled promise's work, and passing values to `@Sendable` closures.

import Foundation
import PromiseKitCompat

/// Ends a piece of work once, when its promise is cancelled or settled.
final class Ending: @unchecked Sendable {
  private let lock = NSLock()
  // Guarded by the lock.
  private var action: (@Sendable () -> Void)?
  private var isOver = false

  func cancel() {
    let action = lock.withLock {
      isOver = true
      return self.action.take()
    }
    action?()
  }

  /// Sets how to end the work, which has already begun and may even be over.
  func set(_ action: @escaping @Sendable () -> Void) {
    let isOver = lock.withLock {
      self.action = action
      return self.isOver
    }
    if isOver { cancel() }
  }
}

/// Returns a promise for work that `start` begins; cancelling it calls the closure that `start`
/// returns.
func cancellablePromise<T>(
  _ fileID: StaticString, _ line: UInt, _ start: (Resolver<T>) throws -> @Sendable () -> Void
) -> Promise<T> {
  let ending = Ending()
  return Promise(onCancel: { ending.cancel() }, fileID: fileID, line: line) {
    ending.set(try start($0))
  }
}

/// Carries a value that is safe on any thread, although its type is not `Sendable` on every
/// platform.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
