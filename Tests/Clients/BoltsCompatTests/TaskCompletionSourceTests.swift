// TaskCompletionSource.swift: the write end.

import AsyncPromises
import AsyncPromisesTesting
import BoltsCompat
import TestSupport
import Testing

@Suite("TaskCompletionSource", .timeLimit(.minutes(10)))
struct TaskCompletionSourceTests {
  @Test("the first call completes the task; later ones fail", arguments: Settlement.allCases)
  func once(settlement: Settlement) {
    let source = TaskCompletionSource<Int>()
    switch settlement {
    case .completed: #expect(source.trySet(result: 1))
    case .faulted: #expect(source.trySet(error: TestError.first))
    case .cancelled: #expect(source.tryCancel())
    }
    #expect(!source.trySet(result: 2))
    #expect(!source.trySet(error: TestError.second))
    #expect(!source.tryCancel())
    #expect(source.task.outcome == settlement.outcome)
  }

  @Test("set(result:) of a completed task traps")
  func trapOfResult() async {
    await #expect(processExitsWith: .failure) {
      let source = TaskCompletionSource<Int>()
      source.set(result: 1)
      source.set(result: 2)
    }
  }

  @Test("set(error:) of a completed task traps")
  func trapOfError() async {
    await #expect(processExitsWith: .failure) {
      let source = TaskCompletionSource<Int>()
      source.cancel()
      source.set(error: CancelledError())
    }
  }

  @Test("cancel() of a completed task traps")
  func trapOfCancel() async {
    await #expect(processExitsWith: .failure) {
      let source = TaskCompletionSource<Int>()
      source.set(error: CancelledError())
      source.cancel()
    }
  }

  @Test("a call after set(error:) with a CancellationError traps")
  func setAfterCancellation() async {
    await #expect(processExitsWith: .failure) {
      let source = TaskCompletionSource<Int>()
      source.set(error: CancellationError())
      source.set(result: 1)
    }
  }

  @Test("calls after a cancellation from outside don't trap", .needsTracking)
  func cancelledOutside() async throws {
    let source = try await withPromiseScope(leftovers: .cancel, reports: .ignore) { _ in
      TaskCompletionSource<Int>()
    }
    #expect(source.task.outcome == .cancelled)
    source.set(result: 1)
    source.set(error: TestError.first)
    source.cancel()
    #expect(!source.trySet(result: 1))
    #expect(source.task.outcome == .cancelled)
  }

  @Test("calls at the same time as the last consumer leaves don't trap")
  func leftMeanwhile() async {
    for _ in 0..<5_000 {
      let source = TaskCompletionSource<Int>()
      let promise = source.task.asyncPromise
      async let cancelled: Void = { promise.cancel() }()
      source.set(result: 1)
      await cancelled
      #expect(source.task.completed)
    }
  }

  @Test("a deallocated source leaves its task pending, and releases the continuations")
  func lost() async throws {
    let (tasks, freed) = tracking { object in
      let task = TaskCompletionSource<Int>().task
      return [task] + Continuation.allCases.map { $0.derive(from: task, .default) { object.use() } }
    }
    try await freed.pass()
    for task in tasks { #expect(task.outcome == .pending) }
    #expect("\(tasks[0])" == "Task(…Int)")
    #expect(Task.whenAll(tasks).outcome == .pending)
    #expect(Task.whenAny([tasks[0], Task(1)]).outcome == .completed(0))
    await #expect(throws: PromiseError.self) { try await tasks[0].asyncPromise.value }
  }

  @Test("H2: a lost source is reported", .needsTracking)
  func lostIsReported() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      let task = TaskCompletionSource<Int>().task.continueWith { _ in 1 }
      try await scope.settle(within: .seconds(500))
      #expect(scope.events.count == 1 && !task.completed)
    }
  }

  @Test("if many threads set a result, one of them wins", arguments: 1...20)
  func race(_: Int) async {
    let source = TaskCompletionSource<Int>()
    let winners = await withTaskGroup(of: Int?.self) { group in
      for number in 0..<8 {
        group.addTask { source.trySet(result: number) ? number : nil }
      }
      return await group.reduce(into: [Int]()) { if let winner = $1 { $0.append(winner) } }
    }
    #expect(winners.count == 1)
    #expect(source.task.result == winners.first)
  }

  @Test("late calls of trySet and tryCancel aren't reported", .needsTracking)
  func reports() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { _ in }
      let source = TaskCompletionSource<Int>()
      source.set(result: 1)
      source.trySet(result: 2)
      source.trySet(error: TestError.first)
      source.tryCancel()
      try await scope.settle(within: .seconds(500))
      #expect(scope.events.isEmpty)
    }
  }
}
