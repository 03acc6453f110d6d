// The executor that runs a promise's operation in tests and counts its jobs.

import AsyncPromises
import AsyncPromisesTracking

#if canImport(Dispatch)
  import Dispatch
#endif

/// An executor that knows whether it is idle.
///
/// A job counts from the moment its task is resumed until the task suspends again, so there is no
/// gap between queued and running.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class CountingExecutor: TaskExecutor {
  private let counter: any JobCounter
  /// One until a task that runs on an actor has gone there.
  private let goesToActor: StateWord

  init(for counter: any JobCounter, isOnActor: Bool) {
    self.counter = counter
    goesToActor = StateWord(isOnActor ? 1 : 0)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    counter.jobBegins()
    let priority = job.priority
    let job = UnownedJob(job)
    let run = { @Sendable [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      counter.jobEnded()
    }
    let isGoing = goesToActor.compareExchange(1, 0)
    if let simulation = Simulations.ofJob(job) ?? Simulations.current {
      return simulation.enqueue(job, run: run)
    }
    if isGoing {
      // On a serial executor, the task can't take this thread with it to an actor that is idle.
      job.runSynchronously(
        isolatedTo: Waypoint.shared.asUnownedSerialExecutor(),
        taskExecutor: asUnownedTaskExecutor())
      return counter.jobEnded()
    }
    // A task of its own passes the hook, as the job would without this executor.
    if System.ordersTasks { return _ = Task.detached(priority: TaskPriority(priority)) { run() } }
    #if canImport(Dispatch)
      DispatchQueue.global(qos: .init(priority)).async(execute: run)
    #else
      Task.detached(priority: TaskPriority(priority)) { run() }
    #endif
  }
}

/// Where tasks begin that go to an actor at once.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class Waypoint: SerialExecutor {
  static let shared = Waypoint()

  func enqueue(_ job: consuming ExecutorJob) {
    preconditionFailure("Tasks leave this executor, and never return to it.")
  }
}

/// Calls `body` outside any counting executor, because the code that waits for an operation to
/// become idle may itself be an operation.
func uncounted<R>(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
) async rethrows -> R {
  guard System.hasTaskExecutors,
    #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  else { return try await body() }
  return try await withTaskExecutorPreference(globalConcurrentExecutor, operation: body)
}

#if canImport(Dispatch)
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
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
#endif
