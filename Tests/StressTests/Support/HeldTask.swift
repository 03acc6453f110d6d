// Tasks that begin on a thread of a race.

import Dispatch
import Foundation

/// A task that exists and can be cancelled before a thread of the race starts it. It runs on that
/// thread up to its first suspension.
struct HeldTask: Sendable {
  private let executor: HeldExecutor
  private let task: Task<Void, Never>

  init(_ body: @escaping @Sendable () async -> Void) {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
      fatalError("Holding a task needs a system with task executors, such as macOS 15.")
    }
    let executor = HeldExecutor()
    self.executor = executor
    task = Task(executorPreference: executor) { await body() }
  }

  func start() { executor.start() }
  func cancel() { task.cancel() }
}

/// Holds jobs until it is started; later jobs run on the global queue.
private final class HeldExecutor: @unchecked Sendable {
  private let lock = NSLock()
  private var jobs: [UnownedJob] = []
  private var hasStarted = false

  fileprivate func add(_ job: UnownedJob) {
    let isHeld = lock.withLock {
      if !hasStarted { jobs.append(job) }
      return !hasStarted
    }
    guard !isHeld else { return }
    DispatchQueue.global().async { [self] in run(job) }
  }

  func start() {
    let due = lock.withLock {
      hasStarted = true
      defer { jobs = [] }
      return jobs
    }
    for job in due { run(job) }
  }

  private func run(_ job: UnownedJob) {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension HeldExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) { add(UnownedJob(job)) }
}
