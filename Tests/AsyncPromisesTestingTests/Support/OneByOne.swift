// Where tests run tasks whose order they look at, and where they write down what happened.

import Dispatch
import Foundation

/// An executor that runs the jobs of tasks one by one, in the order in which they come.
final class OneByOne: Sendable {
  fileprivate let queue = DispatchQueue(label: "one by one")

  /// Starts a task here: the tasks that are started one after the other begin in this order.
  func start<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
  ) -> Task<Value, any Error> {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      Task(executorPreference: self, operation: operation)
    } else {
      Task(operation: operation)
    }
  }

  /// Returns when the tasks that were started before have come to their first suspension.
  func catchUp() async throws {
    try await start {}.value
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension OneByOne: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}

/// What happened, in order, from any thread.
final class Notes<Entry: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var written: [Entry] = []

  func write(_ entry: Entry) {
    lock.withLock { written.append(entry) }
  }

  var entries: [Entry] { lock.withLock { written.map { $0 } } }
}
