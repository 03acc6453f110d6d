// KeptTasks.swift: handlers run in tasks that have run others, as they would in their own.

import TestSupport
import Testing

@testable import AsyncPromises

@Suite("KeptTasks", .timeLimit(.minutes(10)))
struct KeptTasksTests {
  private enum Request {
    @TaskLocal static var id: Int?
  }

  /// More than are kept.
  private let count = 4 * KeptTasks.limit

  private static let few = KeptTasks()
  private static let many = KeptTasks()
  private static let changed = KeptTasks()

  @Test("B3: a task that has run a job is woken for the next, and again, until it is turned off")
  func woken() async {
    let (tasks, job) = (Self.few, HandlerJobs.Job(lanes: ReadyLanes()))
    #expect(!tasks.run(job))
    Task.detached { await tasks.serve(job) }
    for _ in 0..<100 {
      while !tasks.run(job) { await Task.yield() }
    }
    tasks.turnOff()
    #expect(!tasks.run(job))
  }

  @Test("B9: a handler that cancels the task it runs in does so for no other handler")
  func cancelled() async throws {
    for _ in 0..<2 * KeptTasks.limit {
      try await Promise.fulfilled(()).done {
        withUnsafeCurrentTask { $0?.cancel() }
        #expect(Task.isCancelled)
      }.value
      try await Promise.fulfilled(()).done { #expect(!Task.isCancelled) }.value
    }
  }

  @Test("B9: a task that a handler has cancelled or escalated ends, and another takes its place")
  func changed() async {
    let (tasks, job) = (Self.changed, HandlerJobs.Job(lanes: ReadyLanes()))
    let ended = Journal<Int>()
    let rounds = 2 * KeptTasks.limit
    for round in 0..<rounds {
      let task = Task.detached(priority: Tasks.handlerPriority) {
        await tasks.serve(job)
        ended.write(round)
      }
      while !tasks.run(job) { await Task.yield() }
      task.cancel()
      // It ends with its next job, or with the last one if it has not gone back to sleep.
      while ended.count == round {
        _ = tasks.run(job)
        await Task.yield()
      }
    }
    #expect(ended.entries == Array(0..<rounds))
  }

  @Test("B3: no more are kept than the limit")
  func limit() async {
    let (tasks, job) = (Self.many, HandlerJobs.Job(lanes: ReadyLanes()))
    let ended = Journal<Int>()
    for number in 0..<KeptTasks.limit + 10 {
      Task.detached {
        await tasks.serve(job)
        ended.write(number)
      }
    }
    while ended.count < 10 { await Task.yield() }
    for _ in 0..<KeptTasks.limit {
      while !tasks.run(job) { await Task.yield() }
    }
    #expect(ended.count == 10)
  }

  @Test("B3 B9: of a burst that is larger than what is kept, each handler runs once, as its own")
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

  @Test("B9: a task that was started by a call with task-locals has none for the next")
  func taskLocals() async throws {
    for id in 0..<count {
      try await Request.$id.withValue(id) {
        Promise.fulfilled(id).done { _ in #expect(Request.id == nil) }
      }.value
    }
  }

  @Test("B3 D2: handlers of the main actor, settled elsewhere one by one, run on it in order")
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

  @Test("B4: handlers that keep all threads of the pool don't keep others from being run")
  func handlersThatWaitForEachOther() async throws {
    // The last one of each chain is due to a handler that runs in a task that was woken.
    let ends = (0..<count).map { number in
      Promise.fulfilled(number).map { $0 + 1 }.then { Promise.fulfilled($0).map { $0 + 1 } }
    }
    #expect(try await Promise.all(ends).value == (0..<count).map { $0 + 2 })
  }
}
