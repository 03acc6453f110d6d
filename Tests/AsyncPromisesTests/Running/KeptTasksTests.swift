// KeptTasks.swift: handlers run in reused tasks as they would in separate ones.

import TestSupport
import Testing

@testable import AsyncPromises

@Suite("KeptTasks", .timeLimit(.minutes(10)))
struct KeptTasksTests {
  private enum Request {
    @TaskLocal static var id: Int?
  }

  /// More tasks than are kept.
  private let count = 4 * KeptTasks.limit

  // Each is used by one test. Their tasks sleep until the process ends, which isn't a leak.
  private static let ofWoken = KeptTasks()
  private static let ofLifetime = KeptTasks()
  private static let ofChanged = KeptTasks()
  private static let ofBurst = KeptTasks()

  @Test("B3: a task that has run a job is woken for the next ones, until the tasks are turned off")
  func woken() async throws {
    let tasks = Self.ofWoken
    let first = try await Self.start(in: tasks)
    for _ in 0..<100 { #expect(try await Self.wake(tasks) == first) }
    tasks.turnOff()
    #expect(!tasks.wake(for: Job(handlers: DueHandlers())))
    #expect(try await Self.start(in: tasks) != first)
  }

  @Test("B6: a sleeping task retains nothing of the jobs that it has run")
  func lifetime() async throws {
    let tasks = Self.ofLifetime
    for _ in 0..<3 {
      let (object, freed) = Tracked.make()
      _ = try await Self.start(in: tasks, onLaneOf: .fulfilled(consume object))
      try await freed.value
    }
  }

  @Test("B9 B10: a handler that cancels the task it runs in affects no other handler")
  func cancelled() async throws {
    for _ in 0..<2 * KeptTasks.limit {
      try await Promise.fulfilled(()).done {
        withUnsafeCurrentTask { $0?.cancel() }
        #expect(Task.isCancelled)
      }.value
      try await Promise.fulfilled(()).done { #expect(!Task.isCancelled) }.value
    }
  }

  @Test("B9: a task that a handler has cancelled ends, and another one takes its place")
  func changed() async throws {
    let tasks = Self.ofChanged
    for _ in 0..<2 * KeptTasks.limit {
      let first = try await Self.start(in: tasks)
      let second = try await Self.wake(tasks) { withUnsafeCurrentTask { $0?.cancel() } }
      #expect(first == second)
    }
    _ = try await Self.start(in: tasks)
    _ = try await Self.wake(tasks)
  }

  @Test("B3: each job of a burst runs, and no more of its tasks are kept than the limit allows")
  func limit() async throws {
    let tasks = Self.ofBurst
    let mayRun = Locked(0)
    // No job ends before all of them have been started.
    let ends = mayRun.withLock { _ in
      (0..<KeptTasks.limit + 10).map { _ in
        Promise<UInt64> { resolver in
          tasks.start(
            Self.job {
              mayRun.withLock { _ in }
              resolver.fulfill(Tasks.current)
            })
        }
      }
    }
    let started = Set(try await Promise.all(ends).value)
    #expect(started.count == KeptTasks.limit + 10)
    var kept: Set<UInt64> = []
    for _ in 0..<KeptTasks.limit {
      kept.insert(try await Self.wake(tasks) { withUnsafeCurrentTask { $0?.cancel() } })
    }
    #expect(kept.count == KeptTasks.limit)
    #expect(kept.isSubset(of: started))
    #expect(!tasks.wake(for: Job(handlers: DueHandlers())))
  }

  @Test("B3 B9: in a burst beyond the limit, each handler runs once, as if in a separate task")
  func burst() async throws {
    for _ in 0..<3 {
      let seen = Journal<Int>()
      let ends = (0..<count).map { number in
        Promise.fulfilled(number).done { number in
          #expect(Request.id == nil)
          #expect(Task.currentPriority == Tasks.handlerPriority)
          #expect(!Task.isCancelled)
          seen.write(number)
        }
      }
      _ = try await Promise.all(ends).value
      #expect(seen.entries.sorted() == Array(0..<count))
    }
  }

  @Test("B9: a task that was started by a call with task-locals has none for the next job")
  func taskLocals() async throws {
    for id in 0..<count {
      try await Request.$id.withValue(id) {
        Promise.fulfilled(id).done { _ in #expect(Request.id == nil) }
      }.value
    }
  }

  @Test("B3 D2: handlers of promises that are settled elsewhere run in order on the main actor")
  func mainActor() async throws {
    let order = Journal<Int>()
    let chain = await MainActor.run {
      (0..<count).map { number in
        let (promise, resolver) = Promise<Int>.pending()
        let end = promise.done { number in
          MainActor.preconditionIsolated()
          order.write(number)
        }
        return (end, resolver)
      }
    }
    for (number, (_, resolver)) in chain.enumerated() { resolver.fulfill(number) }
    _ = try await Promise.all(chain.map(\.0)).value
    #expect(order.entries.elementsEqual(0..<count))
  }

  @Test("B4: handlers in woken tasks start further jobs")
  func jobsThatStartJobs() async throws {
    let ends = (0..<count).map { number in
      Promise.fulfilled(number).map { $0 + 1 }.then { Promise.fulfilled($0).map { $0 + 1 } }
    }
    #expect(try await Promise.all(ends).value == (0..<count).map { $0 + 2 })
  }

  /// A job with one handler, which waits in the lane of `promise`.
  private static func job(
    onLaneOf promise: Promise<Tracked?> = .fulfilled(nil), _ body: @escaping @Sendable () -> Void
  ) -> Job {
    var effects = Effects()
    let handler = Handler(ErasedClosure(context: body), in: .concurrent, for: .cleanup) {
      _, _, _, _ in
    }
    let turn = DetachedHandler(handler, promise.cell.origin)
    effects.enqueue(.passRetained(turn), hasLane: true, onLaneOf: promise.cell)
    return Job(handlers: effects.ready)
  }

  /// Returns the task that has run the job.
  private static func start(
    in tasks: KeptTasks, onLaneOf promise: consuming Promise<Tracked?> = .fulfilled(nil)
  ) async throws -> UInt64 {
    let (end, resolver) = Promise<UInt64>.pending()
    tasks.start(job(onLaneOf: promise) { resolver.fulfill(Tasks.current) })
    return try await end.value
  }

  /// The same, but runs the job in a kept task, as soon as one is asleep.
  private static func wake(
    _ tasks: KeptTasks, _ body: @escaping @Sendable () -> Void = {}
  ) async throws -> UInt64 {
    let (end, resolver) = Promise<UInt64>.pending()
    let job = job {
      body()
      resolver.fulfill(Tasks.current)
    }
    while !tasks.wake(for: job) { await Task.yield() }
    return try await end.value
  }
}
