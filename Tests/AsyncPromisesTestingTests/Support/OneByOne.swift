// An executor that runs tasks in a known order, and a log of what happened.

import Dispatch
import Foundation

/// An executor that runs the jobs of tasks one by one, in the order in which they arrive.
final class OneByOne: Sendable {
  fileprivate let queue = DispatchQueue(label: "one by one")

  /// Starts a task on this executor. Tasks begin in the order of these calls.
  func start<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
  ) -> Task<Value, any Error> {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      Task(executorPreference: self, operation: operation)
    } else {
      Task(operation: operation)
    }
  }

  /// Returns when all tasks started so far have reached their first suspension.
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

/// A log of what happened, in order, written from any thread.
final class Notes<Entry: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var written: [Entry] = []

  func write(_ entry: Entry) {
    lock.withLock { written.append(entry) }
  }

  var entries: [Entry] { lock.withLock { written.map { $0 } } }
}
