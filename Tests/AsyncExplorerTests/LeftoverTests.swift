// What a body leaves behind, and jobs that don't end.

#if ORDERS_JOBS && compiler(>=6.3)
  import Dispatch
  import TestSupport
  import Testing

  @testable import AsyncExplorer

  @Suite("Leftovers", .timeLimit(.minutes(5)))
  struct LeftoverTests {
    @Test("X5: a task that ignores its cancellation is given up on, and named")
    func endless() async throws {
      let rounds = Locked(0)
      let summary = try await explore(schedules: 20) {
        Task {
          while true {
            rounds.withLock { $0 += 1 }
            try? await Task.sleep(for: .milliseconds(10))
          }
        }
        await Task.yield()
      }
      #expect(summary.leftovers.count == 1)
      #if DEBUG
        #expect(summary.leftovers.first?.contains("LeftoverTests.endless()") == true)
      #endif
      let seen = rounds.withLock { $0 }
      for _ in 0..<100 { await Task.yield() }
      #expect(rounds.withLock { $0 } == seen)
    }

    @Test("X5: tasks that yield or create others forever are given up on")
    func yieldsForEver() async throws {
      let rounds = Locked(0)
      let summary = try await explore(schedules: 5) {
        Task {
          while true {
            rounds.withLock { $0 += 1 }
            await Task.yield()
          }
        }
        Task { while true { await Task { await Task.yield() }.value } }
        Task { @MainActor in while true { try? await Task.sleep(for: .seconds(1)) } }
      }
      #expect(summary.leftovers.count >= 2)
      let seen = rounds.withLock { $0 }
      for _ in 0..<100 { await Task.yield() }
      #expect(rounds.withLock { $0 } == seen)
    }

    @Test("X5: tasks that end when they are cancelled are not named")
    func cancelled() async throws {
      let ended = Locked(0)
      let summary = try await explore(schedules: 20) {
        Task {
          while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)) }
          ended.withLock { $0 += 1 }
        }
      }
      #expect(summary.leftovers.isEmpty)
      #expect(ended.withLock { $0 } == 20)
    }

    @Test("X5: tasks with a custom executor may end while they are being created")
    func executorOfUser() async throws {
      let executor = QueueExecutor()
      let ended = Locked(0)
      try await explore(schedules: 100, longestWait: .seconds(60)) {
        for _ in 0..<4 { Task(executorPreference: executor) { ended.withLock { $0 += 1 } } }
        await withDiscardingTaskGroup { group in
          for _ in 0..<2 { group.addTask(executorPreference: executor) {} }
        }
      }
      executor.queue.sync {}
      #expect(ended.withLock { $0 } >= 4)
    }

    @Test("X5: a job that doesn't end is named by the watchdog")
    func watchdog() async throws {
      let (mayEnd, notes) = (DispatchSemaphore(value: 0), Locked<[String]>([]))
      let watchdog = Watchdog(patience: .milliseconds(100)) { note in
        notes.withLock { $0.append(note) }
        mayEnd.signal()
      }
      let explorer = Explorer(
        {
          let task = Task { mayEnd.wait() }
          await task.value
        }, .zero, "FeedTests.swift:18", watchdog)
      _ = try await explorer.explore(.mixed(), .schedules(1))
      let note = try #require(notes.withLock { $0.first })
      #expect(note.hasPrefix("FeedTests.swift:18: a job has been running for 0.1 seconds"))
      #expect(note.contains("Replay: explore(replay: \"f2\")"))
      #if DEBUG
        #expect(note.contains("task 2 in closure #1 in closure #2 in LeftoverTests.watchdog()"))
      #endif
    }
  }

  /// Runs jobs on a queue.
  final class QueueExecutor: TaskExecutor {
    let queue = DispatchQueue(label: "QueueExecutor")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
#endif
