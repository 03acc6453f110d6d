// Where the operations of promises run in tests: their jobs are counted.

import AsyncPromises
import Dispatch

/// An executor that is known to be idle, or not.
///
/// A job counts from the moment that its task is resumed until it suspends again, so that there is
/// no gap in which work is neither counted as queued nor as running.
final class CountingExecutor: TaskExecutor {
  private let counter: ActivityCounter

  init(of counter: ActivityCounter) {
    self.counter = counter
  }

  func enqueue(_ job: consuming ExecutorJob) {
    counter.enter()
    let priority = job.priority
    let job = UnownedJob(job)
    DispatchQueue.global(qos: .init(priority)).async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      counter.leave()
    }
  }
}

extension DispatchQoS.QoSClass {
  fileprivate init(_ priority: JobPriority) {
    switch TaskPriority(priority) {
    case let priority? where priority >= .high: self = .userInitiated
    case let priority? where priority <= .background: self = .background
    case let priority? where priority <= .low: self = .utility
    default: self = .default
    }
  }
}
