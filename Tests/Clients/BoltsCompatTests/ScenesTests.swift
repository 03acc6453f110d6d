// Documented behavior of Bolts that no other file tests.

import BoltsCompat
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite("Documented scenes", .timeLimit(.minutes(10)))
struct ScenesTests {
  // MARK: Where and when continuations run

  @Test("nested calls of the default executor run in place until the stack is deep")
  func depth() async throws {
    let (places, end) = (Journal<Bool>(), Gate())
    func call(_ depth: Int) {
      places.write(StackMark.isSet)
      if depth == 40 { return end.open() }
      Executor.default.execute { call(depth + 1) }
    }
    StackMark.during { call(0) }
    try await end.pass()
    #expect(places.entries.prefix(21).allSatisfy { $0 })
    #expect(places.entries.contains(false))
  }

  @Test("a continuation without an executor runs on the queue of the one before it")
  func sameQueue() async {
    let marked = MarkedQueue(DispatchQueue(label: "previous"))
    let operations = OperationQueue()
    operations.underlyingQueue = marked.queue
    for executor in [Executor.queue(marked.queue), .operationQueue(operations)] {
      let source = TaskCompletionSource<Int>()
      let next = source.task.continueWith(executor) { _ in }
        .continueWith { _ in marked.isCurrent ? 1 : 0 }
      marked.queue.suspend()
      source.set(result: 1)
      marked.queue.resume()
      #expect(await next.end() == .completed(1), "\(executor)")
    }
  }

  @Test("after a returned task, the next continuation runs in the call that completes it")
  func afterReturned() {
    let (source, returned) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
    let next = source.task.continueWithTask { _ in returned.task }
      .continueWith { _ in StackMark.isSet ? 1 : 0 }
    source.set(result: 1)
    #expect(next.outcome == .pending)
    StackMark.during { returned.set(result: 2) }
    #expect(next.outcome == .completed(1))
  }

  @Test("an executor runs only its own continuation")
  func ownExecutor() {
    let calls = Journal<Int>()
    let executor = Executor.closure { block in
      calls.write(1)
      block()
    }
    let end = Task(1).continueWith(executor) { _ in 1 }
      .continueWith { _ in 2 }
      .continueOnSuccessWith { $0 + 1 }
    #expect(end.outcome == .completed(3))
    #expect(calls.count == 1)
  }

  @Test("a serial queue runs a task's continuations in order of registration")
  func serialOrder() async {
    let operations = OperationQueue()
    operations.maxConcurrentOperationCount = 1
    for executor in [
      Executor.queue(DispatchQueue(label: "serial")), .operationQueue(operations),
    ] {
      let (source, steps) = (TaskCompletionSource<Int>(), Journal<Int>())
      let tasks = (1...20).map { number in
        source.task.continueWith(executor) { _ in steps.write(number) }
      }
      source.set(result: 1)
      #expect(await Task.whenAll(tasks).end() == .completed(0))
      #expect(steps.entries == Array(1...20), "\(executor)")
    }
  }

  // MARK: Waiting

  @Test("a waiting thread resumes before the task's continuations have run")
  func waiterFirst() async throws {
    let source = TaskCompletionSource<Int>()
    let (waits, goesOn, seen) = (Gate(), Gate(), Journal<Bool>())
    async let waited: Void = onFreshThread {
      waits.open()
      source.task.waitUntilCompleted()
      goesOn.open()
    }
    source.task.continueWith { _ in
      goesOn.block()
      seen.write(goesOn.isOpen)
    }
    try await waits.pass()
    try await onFreshThread { source.set(result: 1) }
    try await waited
    #expect(seen.entries == [true])
  }

  @Test("a completed task releases every thread that waits for it")
  func waiters() async throws {
    let source = TaskCompletionSource<Int>()
    let results = try await withThrowingTaskGroup(of: Int?.self) { group in
      let waiting = (0..<4).map { _ in Gate() }
      for gate in waiting {
        group.addTask {
          try await onFreshThread {
            gate.open()
            source.task.waitUntilCompleted()
            return source.task.result
          }
        }
      }
      for gate in waiting { try await gate.pass() }
      source.set(result: 1)
      return try await group.reduce(into: [Int?]()) { $0.append($1) }
    }
    #expect(results == [1, 1, 1, 1])
  }

  // MARK: Results and returned tasks

  @Test("a task or an error that continueWith returns is only its result")
  func returned() {
    let source = TaskCompletionSource<Int>()
    let outer = Task(1).continueWith { _ in source.task }
    #expect(outer.completed && outer.result === source.task)
    let inner = outer.continueOnSuccessWithTask { $0 }
    #expect(inner.outcome == .pending)
    source.set(result: 2)
    #expect(inner.outcome == .completed(2))
    let error: Task<(any Error)?> = Settlement.faulted.task.continueWith { $0.error }
    #expect(error.completed && !error.faulted && error.error == nil)
    #expect(error.result as? TestError == .first)
  }

  @Test("a continuation may return the task that it continues", arguments: Settlement.allCases)
  func antecedent(settlement: Settlement) {
    let task = settlement.task
    let same = task.continueWithTask { $0 }
    #expect(same !== task)
    #expect(same.outcome == settlement.outcome)
  }

  @Test("executeWithTask returns a task of its own", arguments: [Route.standard, .immediate])
  func ownTask(route: Route) {
    let inner = Task(1)
    #expect(Task.executeWithTask(route.executor) { inner } !== inner)
  }

  @Test("nil is a result like any other")
  func nilResult() {
    let task = Task<Int?>(nil)
    let count = task.continueOnSuccessWith { (number: Int?) -> Int in number ?? 7 }
    #expect(count.outcome == .completed(7))
    let both = Task.whenAllResult(task.continueOnErrorWith { _ in 1 }, Task<Int?>(2))
    #expect(both.result == [nil, 2])
  }

  // MARK: Errors and cancellations

  @Test("cancellation requested while a continuation runs leaves it the value that it returns")
  func requestMeanwhile() {
    let tokens = CancellationTokenSource()
    let task = Task(1).continueWith(cancellationToken: tokens.token) { _ in
      tokens.cancel()
      return 2
    }
    #expect(task.outcome == .completed(2))
  }

  private class BaseError: Error, @unchecked Sendable {}
  private final class DerivedError: BaseError, @unchecked Sendable {}

  @Test("a typed error handler receives subclasses, and NSError from Foundation")
  func typedErrors() {
    let derived = Task<Int>(error: DerivedError())
    #expect(derived.continueOnErrorWith { (_: BaseError) in 1 }.outcome == .completed(1))
    let foundation = Task<Int>(error: NSError(domain: "scene", code: 7))
    let code = foundation.continueOnErrorWith { (error: NSError) in error.code }
    #expect(code.outcome == .completed(7))
  }

  @Test("a group of groups keeps each inner AggregateError whole")
  func nestedGroups() {
    let inner = Task.whenAll(Task<Int>(error: TestError.first), Task(error: TestError.second))
    let outer = Task.whenAll(inner, Task<Void>(()))
    let errors = (outer.error as? AggregateError)?.errors as? [AggregateError]
    #expect(errors?.map(\.errors.count) == [2])
    #expect(outer.continueOnErrorWith { (_: AggregateError) in }.outcome == .completed(0))
  }

  @Test("a task that is in a group twice counts twice")
  func twice() {
    let (source, failing) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
    let results = Task.whenAllResult(source.task, source.task)
    let all = Task.whenAll(failing.task, failing.task)
    source.set(result: 1)
    failing.set(error: TestError.first)
    #expect(results.result == [1, 1])
    #expect(all.outcome == .aggregate([.first, .first]))
  }
}
