// Tasks that begin on a thread of a race.

import Dispatch
import Foundation

/// A task that exists, and can be cancelled, before a thread of the race starts it in its part. It
/// runs there up to its first suspension.
struct HeldTask: Sendable {
  private let executor: HeldExecutor
  private let task: Task<Void, Never>

  init(_ body: @escaping @Sendable () async -> Void) {
    let executor = HeldExecutor()
    self.executor = executor
    task = Task(executorPreference: executor) { await body() }
  }

  func start() { executor.start() }
  func cancel() { task.cancel() }
}

/// Keeps jobs until somebody runs them, then takes further ones to the global queue.
private final class HeldExecutor: TaskExecutor, @unchecked Sendable {
  private let lock = NSLock()
  private var jobs: [UnownedJob] = []
  private var hasStarted = false

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isHeld = lock.withLock {
      if !hasStarted { jobs.append(job) }
      return !hasStarted
    }
    guard !isHeld else { return }
    DispatchQueue.global().async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  func start() {
    let due = lock.withLock {
      hasStarted = true
      defer { jobs = [] }
      return jobs
    }
    for job in due { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
