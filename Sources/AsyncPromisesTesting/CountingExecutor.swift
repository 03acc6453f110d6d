// The executor that runs a promise's operation in tests and counts its jobs.

import AsyncPromises
import AsyncPromisesTracking

#if canImport(Dispatch)
  import Dispatch
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
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
    if GlobalHook.isSet { return _ = Task.detached(priority: TaskPriority(priority)) { run() } }
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

/// The runtime's hook for jobs of the global executor, with which other tools order them.
private enum GlobalHook {
  // SAFETY: the runtime's variable is never moved. It holds a function pointer, or null.
  private nonisolated(unsafe) static let word: UnsafePointer<UnsafeRawPointer?>? = {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
      dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook").map {
        UnsafePointer($0.assumingMemoryBound(to: UnsafeRawPointer?.self))
      }
    #else
      nil
    #endif
  }()

  static var isSet: Bool { word?.pointee != nil }
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
