// Groups.swift: whenAll, whenAllResult, whenAny.

import AsyncPromises
import BoltsCompat
import TestSupport
import Testing

@Suite("Groups", .timeLimit(.minutes(10)))
struct GroupsTests {
  private struct Row: Sendable {
    let name: String
    let tasks: @Sendable () -> [Task<Int>]
    let outcome: Outcome

    init(_ name: String, _ tasks: @escaping @Sendable () -> [Task<Int>], _ outcome: Outcome) {
      (self.name, self.tasks, self.outcome) = (name, tasks, outcome)
    }
  }

  private static let (first, second): (TestError, TestError) = (.first, .second)

  private static let rows = [
    Row("none", { [] }, .completed(0)),
    Row("results", { [Task(1), Task(2)] }, .completed(3)),
    Row("one error", { [Task(1), Task(error: first)] }, .aggregate([.first])),
    Row(
      "errors", { [Task(error: second), Task(1), Task(error: first)] },
      .aggregate([.second, .first])),
    Row("a cancellation", { [Task(1), .cancelledTask()] }, .cancelled),
    Row("a cancellation and an error", { [Task(error: first), .cancelledTask()] }, .cancelled),
    Row("Swift's CancellationError", { [Task(error: CancellationError()), Task(1)] }, .cancelled),
  ]

  @Test("groups of completed tasks")
  func completed() async {
    for row in Self.rows {
      let sum = Task.whenAllResult(row.tasks()).continueOnSuccessWith { $0.reduce(0, +) }
      #expect(await sum.end() == row.outcome, "\(row.name)")
      let all = await Task.whenAll(row.tasks()).end()
      if case .completed = row.outcome {
        #expect(all == .completed(0), "\(row.name)")
      } else {
        #expect(all == row.outcome, "\(row.name)")
      }
    }
  }

  @Test("a group waits for tasks in any order; its results keep the order of the inputs")
  func waits() {
    let sources = (0..<4).map { _ in TaskCompletionSource<Int>() }
    let all = Task.whenAllResult(sources.map(\.task))
    for index in [2, 0, 3, 1] {
      #expect(!all.completed)
      sources[index].set(result: index)
    }
    #expect(all.result == [0, 1, 2, 3])
  }

  @Test("a group waits for the rest after an error or a cancellation")
  func failures() {
    for settlement in [Settlement.faulted, .cancelled] {
      let (source, other) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
      let all = Task.whenAll(source.task, other.task)
      settlement.settle(source)
      #expect(!all.completed)
      other.set(result: 1)
      #expect(all.outcome == (settlement == .faulted ? .aggregate([.first]) : .cancelled))
    }
  }

  @Test(
    "the first task to complete wins, however it ends; the others continue",
    arguments: Settlement.allCases)
  func any(settlement: Settlement) {
    let (source, other) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
    let first = Task.whenAny(source.task, other.task)
    #expect(!first.completed)
    settlement.settle(other)
    #expect(first.outcome == .completed(0))
    #expect(!source.task.completed)
    source.set(result: 1)
    #expect(Task<Int>.whenAny([]).outcome == .completed(0))
  }

  @Test("groups leave nothing behind on a task that stays pending")
  func lifetime() async throws {
    let source = TaskCompletionSource<Int>()
    let gates = (0..<100).map { number in
      tracking { object in
        Task.whenAny([source.task, Task(number)]).continueWith { _ in object.use() }
      }.freed
    }
    for gate in gates { try await gate.pass() }
    #expect(!source.task.completed)
  }

  @Test("E2: leaving a group leaves its tasks")
  func leave() async throws {
    for isAny in [true, false] {
      let (work, resolver) = Promise<Int>.pending()
      let stopped = Gate()
      resolver.onCancel { stopped.open() }
      let other = TaskCompletionSource<Int>()
      let wanted = other.task.continueWith { _ in }
      let tasks = [Task(work), other.task]
      let group = isAny ? Task.whenAny(tasks) : Task.whenAll(tasks)
      group.asyncPromise.cancel()
      #expect(group.completed)
      try await stopped.pass()
      #expect(!other.task.completed && !wanted.completed)
    }
  }
}
