// Where code of a test runs, and how it finds out.

import AsyncPromises
import Dispatch
import Foundation

/// Runs `body`, which may block, on a thread of its own that no task knows of.
package func onFreshThread<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws
  -> R
{
  try await Promise<R> { resolver in
    Thread.detachNewThread { resolver.resolve(with: Result { try body() }) }
  }.value
}

/// Runs `body` in a block of the queue.
package func onQueue<R: Sendable>(
  _ queue: DispatchQueue, _ body: @escaping @Sendable () throws -> R
) async throws -> R {
  try await Promise<R> { resolver in
    queue.async { resolver.resolve(with: Result { try body() }) }
  }.value
}

/// The main queue, seen from code that may run anywhere. The thread would not tell: a process whose
/// main function is asynchronous may serve the main queue with any thread.
package enum MainQueue {
  private static let mark = MarkedQueue(.main)

  package static var isCurrent: Bool { mark.isCurrent }
}

/// A queue that knows its own blocks.
package struct MarkedQueue: Sendable {
  package let queue: DispatchQueue
  private let key = DispatchSpecificKey<Bool>()

  package init(_ queue: DispatchQueue) {
    self.queue = queue
    queue.setSpecific(key: key, value: true)
  }

  package var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}

/// Marks the stack for the time of a call. A handler that sees the mark runs inside of that call.
package enum StackMark {
  private static var key: String { "TestSupport.StackMark" }

  package static var isSet: Bool { Thread.current.threadDictionary[key] != nil }

  package static func during<R>(_ body: () throws -> R) rethrows -> R {
    Thread.current.threadDictionary[key] = true
    defer { Thread.current.threadDictionary[key] = nil }
    return try body()
  }
}
