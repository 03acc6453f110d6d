// Tasks.swift: tracking changes neither the order nor the executor in which operations begin.

import AsyncPromises
import AsyncPromisesTesting
import Dispatch
import TestSupport
import Testing

@Suite("Where tracked operations begin", .needsTracking, .timeLimit(.minutes(10)))
struct OperationOrderTests {
  /// Counts the jobs that it is given.
  private final class Executor: SerialExecutor {
    let given = Locked(0)
    private let queue = DispatchQueue(label: "actor")

    func enqueue(_ job: UnownedJob) {
      given.withLock { $0 += 1 }
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
      UnownedSerialExecutor(ordinary: self)
    }
  }

  private actor Model {
    let executor = Executor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private(set) var order: [Int] = []

    /// - Returns: the operations, and how many jobs the actor was given when they were made.
    func begin(_ count: Int) -> (promises: [Promise<Void>], jobs: Int) {
      let before = executor.given.withLock { $0 }
      let promises = (0..<count).map { number in Promise { self.order.append(number) } }
      return (promises, executor.given.withLock { $0 } - before)
    }
  }

  @Test("T5 D1: an operation made on an actor is in the actor's queue when the call returns")
  func queued() async throws {
    let model = Model()
    let (promises, jobs) = await model.begin(5)
    #expect(jobs == 5)
    for promise in promises { try await promise.value }
    #expect(await model.order == [0, 1, 2, 3, 4])
  }

  @MainActor private final class Log {
    var order: [Int] = []
  }

  @Test("T5 D1: operations made on the main actor begin in the order of the calls")
  @MainActor func mainActor() async throws {
    for _ in 0..<500 {
      let log = Log()
      let promises = (0..<5).map { number in Promise { log.order.append(number) } }
      for promise in promises { try await promise.value }
      #expect(log.order == [0, 1, 2, 3, 4])
    }
  }
}

#if canImport(Glibc)
  import Glibc

  /// How many jobs of the global executor the main actor has been given.
  private let given = Locked(0)

  /// Has the main actor run all jobs, as `withMainSerialExecutor` of swift-concurrency-extras does.
  private func runAllJobsOnTheMainActor() {
    typealias Original = @convention(thin) (UnownedJob) -> Void
    typealias Hook = @convention(thin) (UnownedJob, Original) -> Void
    let hook: Hook = { job, _ in
      given.withLock { $0 += 1 }
      MainActor.shared.enqueue(job)
    }
    dlsym(dlopen(nil, 0), "swift_task_enqueueGlobal_hook")?
      .assumingMemoryBound(to: Hook?.self).pointee = hook
  }

  @Suite("Beside other tools that order tasks", .needsTracking, .timeLimit(.minutes(10)))
  struct OtherToolsTests {
    @Test("T5: operations stay in the order of a main serial executor")
    func mainSerialExecutor() async {
      await #expect(processExitsWith: .success) { @MainActor in
        runAllJobsOnTheMainActor()
        let log = Journal<Int>()
        let promises = (0..<100).map { number in
          Promise { @Sendable in
            log.write(number)
            await Task.yield()
            log.write(100 + number)
          }
        }
        for promise in promises { try await promise.value }
        #expect(log.entries == Array(0..<200))
        #expect(given.withLock { $0 } >= 200)
      }
    }

    @Test("T4 T5: a clock advances beside a main serial executor")
    func clock() async {
      await #expect(processExitsWith: .success) { @MainActor in
        runAllJobsOnTheMainActor()
        let clock = ManualClock()
        let log = Journal<Int>()
        try await withPromiseScope(clock: clock) { _ in
          let promise = Promise { @Sendable in
            for minute in 1...10 {
              try await clock.sleep(for: .seconds(60))
              await Task.yield()
              log.write(minute)
            }
          }
          await clock.advance(by: .seconds(300))
          #expect(log.entries == [1, 2, 3, 4, 5])
          promise.cancel()
        }
      }
    }
  }
#endif
