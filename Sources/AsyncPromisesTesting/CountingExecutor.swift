// Where the operation of a promise runs in tests: its jobs are counted.

import AsyncPromises
import Dispatch

/// An executor that is known to be idle, or not.
///
/// A job counts from the moment that its task is resumed until it suspends again, so that there is
/// no gap in which work is neither counted as queued nor as running.
final class CountingExecutor: TaskExecutor {
  private let counter: any JobCounter

  init(for counter: any JobCounter) {
    self.counter = counter
  }

  func enqueue(_ job: consuming ExecutorJob) {
    counter.jobBegins()
    let priority = job.priority
    let job = UnownedJob(job)
    DispatchQueue.global(qos: .init(priority)).async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      counter.jobEnded()
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
