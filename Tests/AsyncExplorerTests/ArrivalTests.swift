// Jobs that arrive from other threads at an unexpected time.

#if ORDERS_JOBS && compiler(>=6.3)
  @testable import AsyncExplorer
  import Dispatch
  import Foundation
  import TestSupport
  import Testing
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

  @Suite("Arrivals", .timeLimit(.minutes(5)))
  struct ArrivalTests {
    /// Calls `body` on a new thread and waits for it.
    private func elsewhere(_ body: @escaping @Sendable () -> Void) {
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        body()
        isDone.signal()
      }
      isDone.wait()
    }

    @Test("X6: a task left by an earlier exploration is never taken for the next one's body")
    func roots() async throws {
      let executor = RunExecutor()
      let left = Locked<Task<Void, Never>?>(nil)
      var made: Task<Void, Never>?
      let jobs = executor.collect {
        elsewhere { left.withLock { $0 = Task(executorPreference: executor) {} } }
        made = Task(executorPreference: executor) {}
      }
      try #require(jobs.count == 1)
      Executors.shared.enqueue(jobs[0])
      await made?.value
      await left.withLock { $0 }?.value
    }

    /// Enqueues each of its jobs with a delay of a second, from another thread.
    private final class Delays: TaskExecutor {
      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread {
          let executor = Task<Never, Never>.defaultExecutor as? any SchedulingExecutor
          executor?.enqueue(
            ExecutorJob(job), after: .seconds(1), tolerance: nil, clock: .continuous)
        }
      }
    }

    @Test("X6: a sleeper wakes up even if it fell asleep while the explorer waited out a hang")
    func sleeper() async throws {
      let delays = Delays()
      // Long enough for a new thread to start on a busy machine; the sleep lasts the whole wait.
      let summary = try await explore(schedules: 1, longestWait: .seconds(5)) {
        await withTaskExecutorPreference(delays) {}
      }
      #expect(!summary.escapes.isEmpty)
    }

    /// Keeps its jobs.
    private final class Keeper: TaskExecutor {
      let jobs = Locked<[UnownedJob]>([])

      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
      }
    }

    @Test("X6: a finished run accepts no jobs, as they would never run")
    func lateJob() async throws {
      let (keeper, run) = (Keeper(), Locked<Run?>(nil))
      try await explore(schedules: 1) {
        run.withLock { $0 = Run.current }
        Task(executorPreference: keeper) {}
      }
      let over = try #require(run.withLock { $0 })
      let job = try #require(keeper.jobs.withLock { $0.first })
      let (isKnown, isTaken) = (over.knows(job), over.receive(job))
      let sleeps = over.sleeps(job, until: .now + .seconds(1), on: .continuous)
      try #require(isKnown && !isTaken && !sleeps)
      await withCheckedContinuation { continuation in
        over.enqueue(job) {
          job.runSynchronously(on: keeper.asUnownedTaskExecutor())
          continuation.resume()
        }
      }
    }

    @Test("X8: a task left by a cancelled body may wait for an answer that is on its way")
    func answerOnItsWay() async throws {
      let summary = try await exploreCancellation(orders: 20, longestWait: .seconds(60)) {
        let mayAnswer = DispatchSemaphore(value: 0)
        let asks = Task {
          // Runs when the asking task has given up the only thread.
          Task { mayAnswer.signal() }
          await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
              mayAnswer.wait()
              Thread.detachNewThread { continuation.resume() }
            }
          }
        }
        await Task.yield()
        if !Task.isCancelled { await asks.value }
      }
      #expect(!summary.escapes.isEmpty)
    }
  }
#endif
