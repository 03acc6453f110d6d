// An exploration runs any code, unmodified.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncExplorer
  import Dispatch
  import Foundation
  import TestSupport
  import Testing

  @Suite("Unmodified code", .timeLimit(.minutes(5)))
  struct UnmodifiedCodeTests {
    private actor Log {
      private(set) var entries: [String] = []

      func write(_ entry: String) { entries.append(entry) }
    }

    /// All orders of two entries that different tasks write.
    private func orders(
      of start:
        @escaping @Sendable (_ write: @escaping @Sendable (String) async -> Void) async -> Void
    ) async throws -> Set<[String]> {
      let seen = Locked<Set<[String]>>([])
      let summary = try await explore(schedules: 60) {
        let log = Log()
        await start { await log.write($0) }
        let entries = await log.entries
        _ = seen.withLock { $0.insert(entries) }
      }
      #expect(summary.escapes.isEmpty)
      return seen.withLock { $0 }
    }

    private let both: Set<[String]> = [["a", "b"], ["b", "a"]]

    @Test("X1: tasks")
    func tasks() async throws {
      let seen = try await orders { write in
        let tasks = ["a", "b"].map { name in Task { await write(name) } }
        for task in tasks { await task.value }
      }
      #expect(seen == both)
    }

    @Test("X1: detached tasks")
    func detachedTasks() async throws {
      let seen = try await orders { write in
        let tasks = ["a", "b"].map { name in Task.detached { await write(name) } }
        for task in tasks { await task.value }
      }
      #expect(seen == both)
    }

    @Test("X1: child tasks")
    func childTasks() async throws {
      let seen = try await orders { write in
        async let first: Void = write("a")
        async let second: Void = write("b")
        _ = await (first, second)
      }
      #expect(seen == both)
    }

    @Test("X1: tasks of a group")
    func tasksOfGroup() async throws {
      let seen = try await orders { write in
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b"] { group.addTask { await write(name) } }
        }
      }
      #expect(seen == both)
    }

    @Test("X1: immediate tasks")
    func immediateTasks() async throws {
      let seen = try await orders { write in
        let tasks = ["a", "b"].map { name in Task.immediate { await write(name) } }
        for task in tasks { await task.value }
      }
      // Each is already in the actor's queue when the next one starts.
      #expect(seen == [["a", "b"]])
    }

    @Test("X1: tasks with priorities")
    func priorities() async throws {
      let seen = try await orders { write in
        let first = Task(priority: .background) { await write("a") }
        let second = Task(priority: .high) { await write("b") }
        await first.value
        await second.value
      }
      #expect(seen == both)
    }

    @Test("X1: two continuations that are resumed at the same time")
    func continuations() async throws {
      let seen = try await orders { write in
        let waiting = Locked<[CheckedContinuation<Void, Never>]>([])
        let tasks = ["a", "b"].map { name in
          Task {
            await withCheckedContinuation { continuation in
              waiting.withLock { $0.append(continuation) }
            }
            await write(name)
          }
        }
        while waiting.withLock({ $0.count }) < 2 { await Task.yield() }
        for continuation in waiting.withLock({ $0 }) { continuation.resume() }
        for task in tasks { await task.value }
      }
      #expect(seen == both)
    }

    @MainActor private final class Model {
      private(set) var entries: [String] = []

      nonisolated init() {}

      func add(_ entry: String) { entries.append(entry) }
    }

    @Test("X1: the main actor runs on the main queue, in order, and other code doesn't")
    func mainActor() async throws {
      let seen = Locked<Set<[String]>>([])
      try await explore(schedules: 60) {
        let model = Model()
        let tasks = ["a", "b"].map { name in
          Task {
            #expect(!isOnMainQueue())
            await Task.yield()
            await model.add(name)
            await MainActor.run { #expect(isOnMainQueue()) }
          }
        }
        for task in tasks { await task.value }
        let first = Task { @MainActor in model.add("c") }
        let second = Task { @MainActor in model.add("d") }
        await first.value
        await second.value
        let entries = await model.entries
        #expect(entries.suffix(2) == ["c", "d"])
        _ = seen.withLock { $0.insert(Array(entries.prefix(2))) }
      }
      #expect(seen.withLock { $0 } == both)
    }

    @Test("X1: a stream")
    func stream() async throws {
      try await explore(schedules: 60) {
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        let producer = Task {
          for number in 1...3 {
            continuation.yield(number)
            await Task.yield()
          }
          continuation.finish()
        }
        var seen: [Int] = []
        for await number in stream { seen.append(number) }
        #expect(seen == [1, 2, 3])
        await producer.value
      }
    }

    @Test("X1: a group of a thousand")
    func largeGroup() async throws {
      try await explore(schedules: 5) {
        let log = Log()
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<1_000 { group.addTask { await log.write("\(number)") } }
        }
        #expect(await log.entries.count == 1_000)
      }
    }

    @Test("X1: cancellation and its handlers")
    func cancellationHandlers() async throws {
      let seen = Locked<Set<String>>([])
      try await explore(schedules: 60) {
        let task = Task {
          await withTaskCancellationHandler {
            await Task.yield()
            return Task.isCancelled ? "cancelled" : "not cancelled"
          } onCancel: {
          }
        }
        await Task.yield()
        task.cancel()
        let outcome = await task.value
        _ = seen.withLock { $0.insert(outcome) }
      }
      #expect(seen.withLock { $0 } == ["cancelled", "not cancelled"])
    }

    private final class QueueExecutor: SerialExecutor {
      private let queue = DispatchQueue(label: "OnQueue")

      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      }
    }

    private actor Desk {
      func leave(_ log: Locked<String>) async {
        log.withLock { $0 += "a" }
        await goFar(log)
      }

      nonisolated func goFar(_ log: Locked<String>) async {
        await Task.yield()
        log.withLock { $0 += "Y" }
      }

      func visit(_ log: Locked<String>) { log.withLock { $0 += "b" } }
    }

    @Test("X1: a second task may enter an actor while the first is suspended elsewhere")
    func oneAfterTheOther() async throws {
      let seen = Locked<Set<String>>([])
      try await explore(.exhaustive(preemptions: 3)) {
        let (log, desk) = (Locked(""), Desk())
        async let first: Void = desk.leave(log)
        async let second: Void = {
          log.withLock { $0 += "X" }
          await desk.visit(log)
        }()
        _ = await (first, second)
        _ = seen.withLock { $0.insert(log.withLock { $0 }) }
      }
      let all: Set<String> = ["aXbY", "XabY", "XbaY", "aXYb", "XaYb", "aYXb"]
      #expect(seen.withLock { $0 } == all)
    }

    private actor OnQueue {
      private let queue = QueueExecutor()
      private var number = 0

      nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

      func next() -> Int {
        number += 1
        return number
      }
    }

    @Test("X1 X6: an actor that runs on its own queue")
    func customExecutor() async throws {
      let summary = try await explore(schedules: 20, longestWait: .seconds(60)) {
        let actor = OnQueue()
        #expect(await actor.next() == 1)
        #expect(await actor.next() == 2)
      }
      #expect(!summary.escapes.isEmpty)
    }
  }

  /// Whether the caller is on the main queue, whichever thread runs that queue.
  private func isOnMainQueue() -> Bool {
    _ = mark
    return DispatchQueue.getSpecific(key: key) != nil
  }

  private let key = DispatchSpecificKey<Void>()
  private let mark: Void = DispatchQueue.main.setSpecific(key: key, value: ())

#endif
