// Runs test code on certain threads and queues, and checks where it runs.

import AsyncPromises
import Dispatch
import Foundation

/// Runs `body`, which may block, on a new thread, outside any task.
package func onFreshThread<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws
  -> R
{
  try await Promise<R> { resolver in
    Thread.detachNewThread { resolver.resolve(with: Result { try body() }) }
  }.value
}

/// Runs `body` in a block on the queue.
package func onQueue<R: Sendable>(
  _ queue: DispatchQueue, _ body: @escaping @Sendable () throws -> R
) async throws -> R {
  try await Promise<R> { resolver in
    queue.async { resolver.resolve(with: Result { try body() }) }
  }.value
}

/// Tells whether the current code runs on the main queue. The thread doesn't show it: a process
/// with an asynchronous main function may serve the main queue on any thread.
package enum MainQueue {
  private static let mark = MarkedQueue(.main)

  package static var isCurrent: Bool { mark.isCurrent }
}

/// A queue that recognizes its own blocks.
package struct MarkedQueue: Sendable {
  package let queue: DispatchQueue
  private let key = DispatchSpecificKey<Bool>()

  package init(_ queue: DispatchQueue) {
    self.queue = queue
    queue.setSpecific(key: key, value: true)
  }

  package var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}

/// Marks the stack during a call. A handler that sees the mark runs inside that call.
package enum StackMark {
  private static var key: String { "TestSupport.StackMark" }

  package static var isSet: Bool { Thread.current.threadDictionary[key] != nil }

  package static func during<R>(_ body: () throws -> R) rethrows -> R {
    Thread.current.threadDictionary[key] = true
    defer { Thread.current.threadDictionary[key] = nil }
    return try body()
  }
}
