// Tasks that were made inside a test, from which the jobs of its scope are started.

import AsyncPromises
import Foundation

/// Tasks that sleep until a job is to be started with the task-locals of the test that made them.
///
/// A task can give its task-locals only to the tasks that it creates itself. So one of these is
/// resumed to do that, on the thread that starts the job and before the call returns, which keeps
/// jobs in order. None of the user's code runs with the lock held: while one task creates another,
/// the next call takes another one.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class TestTasks: @unchecked Sendable {
  private enum Order {
    /// To create a task like the one that gets the order. The lock is held.
    case another
    case call(Once)
    case end
  }

  /// A task that sleeps.
  ///
  /// `@unchecked Sendable`: it belongs to the thread that has taken it out of the list. The task is
  /// asleep again when `wake(to:)` returns, and only then may another thread have it.
  private final class Sleeper: @unchecked Sendable {
    var continuation: UnsafeContinuation<Order, Never>?

    func wake(to order: Order) { continuation.take()?.resume(returning: order) }
  }

  private let executor = InPlaceExecutor()
  private let lock = NSLock()
  private var sleepers: [Sleeper] = []
  private var isOver = false

  /// Creates the first task, with the caller's task-locals.
  package init() {
    lock.withLock { add() }
  }

  /// Creates a task, which is asleep when this returns.
  private func add() {
    let sleeper = Sleeper()
    Task(executorPreference: executor) { [self] in
      while true {
        switch await withUnsafeContinuation({ sleeper.continuation = $0 }) {
        case .another: add()
        case .call(let body): body.call()
        case .end: return
        }
      }
    }
    sleepers.append(sleeper)
  }

  /// Calls `body` in one of the tasks.
  ///
  /// - Returns: `false` if there are none anymore.
  package func call(_ body: () -> Void) -> Bool {
    let sleeper = lock.withLock { () -> Sleeper? in
      // The last one first creates another, so that there is always one.
      if sleepers.count == 1 { sleepers[0].wake(to: .another) }
      return sleepers.popLast()
    }
    guard let sleeper else { return false }
    withoutActuallyEscaping(body) { sleeper.wake(to: .call(Once($0))) }
    let isKept = lock.withLock {
      if !isOver { sleepers.append(sleeper) }
      return !isOver
    }
    if !isKept { sleeper.wake(to: .end) }
    return true
  }

  /// Ends the tasks.
  package func end() {
    let rest = lock.withLock {
      isOver = true
      defer { sleepers = [] }
      return sleepers
    }
    for sleeper in rest { sleeper.wake(to: .end) }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestTasks {
  /// Calls `body` on this thread, in a new task that has the task-locals of the test.
  ///
  /// - Returns: `false` if the test is over, and `body` was not called.
  package func run(_ body: () -> Void) -> Bool {
    let executor = CollectingExecutor()
    return withoutActuallyEscaping(body) { body in
      let body = Once(body)
      return call { Task(executorPreference: executor) { body.call() } } && executor.run()
    }
  }
}

/// A closure that is released when it has been called.
///
/// SAFETY: a task calls it on the thread that passes it on, before that goes on.
private final class Once: @unchecked Sendable {
  private var body: (() -> Void)?

  init(_ body: @escaping () -> Void) { self.body = body }

  func call() { body.take()?() }
}

/// Runs each job before it returns.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class InPlaceExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}

/// Keeps the only job of a task until it is to run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class CollectingExecutor: TaskExecutor, @unchecked Sendable {
  private var job: UnownedJob?

  func enqueue(_ job: consuming ExecutorJob) { self.job = UnownedJob(job) }

  func run() -> Bool {
    guard let job else { return false }
    job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }
}
