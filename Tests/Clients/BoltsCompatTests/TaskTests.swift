// Task.swift and Starting.swift: creating tasks, and their properties.

import BoltsCompat
import Dispatch
import TestSupport
import Testing

@Suite("Task", .timeLimit(.minutes(10)))
struct TaskTests {
  @Test("created with an outcome")
  func settled() {
    #expect(Task(1).outcome == .completed(1))
    #expect(Task<Int>(error: TestError.first).outcome == .faulted(.first))
    #expect(Task<Int>.cancelledTask().outcome == .cancelled)
    #expect(Task<Int>(error: CancelledError()).outcome == .cancelled)
    #expect(Task<Int?>(nil).completed)
  }

  @Test("a completed task never changes its state", arguments: Settlement.allCases)
  func states(settlement: Settlement) {
    let source = TaskCompletionSource<Int>()
    let task = source.task
    #expect(task.outcome == .pending)
    settlement.settle(source)
    for _ in 1...2 { #expect(task.outcome == settlement.outcome) }
  }

  @Test("descriptions")
  func description() {
    let source = TaskCompletionSource<Int>()
    #expect("\(source.task)" == "Task(…Int)")
    source.set(result: 1)
    #expect("\(source.task)" == "Task(1)")
    #expect("\(Settlement.faulted.task)" == "Task(faulted: first)")
    #expect(Settlement.cancelled.task.debugDescription == "Task(cancelled)")
  }

  // MARK: Starting

  private enum Start: CaseIterable, Sendable {
    case initializer, execute, executeWithTask

    func callAsFunction(
      _ executor: Executor, _ body: @escaping () throws -> Int
    ) -> Task<Int> {
      switch self {
      case .initializer: Task(executor, closure: body)
      case .execute: Task.execute(executor, closure: body)
      case .executeWithTask: Task.executeWithTask(executor) { Task(try body()) }
      }
    }
  }

  @Test("a closure completes its task, however it ends", arguments: Start.allCases, Route.allCases)
  private func started(start: Start, route: Route) async {
    #expect(await start(route.executor) { 1 }.end() == .completed(1))
    #expect(await start(route.executor) { throw TestError.first }.end() == .faulted(.first))
    #expect(await start(route.executor) { throw CancelledError() }.end() == .cancelled)
    #expect(await start(route.executor) { throw CancellationError() }.end() == .cancelled)
  }

  @Test(
    "without a queue, a closure runs within the call", arguments: Start.allCases,
    [Route.standard, .immediate])
  private func atOnce(start: Start, route: Route) {
    let task = StackMark.during { start(route.executor) { StackMark.isSet ? 1 : 0 } }
    #expect(task.outcome == .completed(1))
    #expect(Task { 2 }.continueWith { $0.result ?? 0 }.outcome == .completed(2))
    #expect(Task.execute { 2 }.outcome == .completed(2))
  }

  @Test("closures started in a continuation run after it, or right away", arguments: Start.allCases)
  private func nested(start: Start) {
    let seen = Journal<Bool>()
    Task(1).continueWith { _ in
      seen.write(start(.default) { 1 }.completed)
      seen.write(start(.immediate) { 1 }.completed)
    }
    #expect(seen.entries == [false, true])
  }

  @Test("executeWithTask follows the task", arguments: Settlement.allCases, Route.allCases)
  func following(settlement: Settlement, route: Route) async {
    let source = TaskCompletionSource<Int>()
    let begun = Gate()
    let task = Task.executeWithTask(route.executor) {
      begun.open()
      return source.task
    }
    try? await begun.pass()
    #expect(!task.completed)
    settlement.settle(source)
    #expect(await task.end() == settlement.outcome)
  }

  // MARK: Waiting

  @Test("a thread blocks until the task is completed", arguments: Settlement.allCases)
  func wait(settlement: Settlement) async throws {
    let source = TaskCompletionSource<Int>()
    let task = source.task
    let waits = Gate()
    async let outcome = onFreshThread {
      waits.open()
      task.waitUntilCompleted()
      return task.outcome
    }
    try await waits.pass()
    settlement.settle(source)
    #expect(try await outcome == settlement.outcome)
    try await onFreshThread { task.waitUntilCompleted() }
  }

  @Test("a continuation can wait for others that are due in the same call")
  func waitInContinuation() async throws {
    let task = try await onFreshThread {
      Task(1).continueWith { _ -> Int? in
        let inner = Task.execute { 2 }.continueOnSuccessWith { $0 + 1 }
        inner.waitUntilCompleted()
        return inner.result
      }
    }
    #expect(task.result == 3)
  }
}
