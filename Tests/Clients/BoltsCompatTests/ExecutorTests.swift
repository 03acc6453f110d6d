// Executor.swift: where continuations run.

import AsyncPromises
import BoltsCompat
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite("Executor", .timeLimit(.minutes(10)))
struct ExecutorTests {
  @Test(
    "default, immediate and closure run continuations in the completing or registering call",
    arguments: Continuation.allCases, [Route.standard, .immediate, .closure])
  func inline(kind: Continuation, route: Route) {
    for settlement in Settlement.allCases where kind.runs(after: settlement) {
      let (source, seen) = (TaskCompletionSource<Int>(), Journal<Bool>())
      _ = kind.derive(from: source.task, route.executor) { seen.write(StackMark.isSet) }
      StackMark.during { settlement.settle(source) }
      _ = StackMark.during {
        kind.derive(from: source.task, route.executor) { seen.write(StackMark.isSet) }
      }
      #expect(seen.entries == [true, true])
    }
  }

  @Test("a queue's continuations never run within the call", arguments: Continuation.allCases)
  func queues(kind: Continuation) async {
    let marked = MarkedQueue(DispatchQueue(label: "executor"))
    let operations = OperationQueue()
    operations.underlyingQueue = marked.queue
    let all: [(Executor, @Sendable () -> Bool)] = [
      (.queue(marked.queue), { marked.isCurrent }), (.mainThread, { MainQueue.isCurrent }),
      (.operationQueue(operations), { marked.isCurrent }),
    ]
    for settlement in Settlement.allCases where kind.runs(after: settlement) {
      for (executor, isThere) in all {
        let seen = Journal<Bool>()
        let derived = StackMark.during {
          kind.derive(from: settlement.task, executor) {
            seen.write(isThere() && !StackMark.isSet)
          }
        }
        #expect(await derived.end() == settlement.outcome)
        #expect(seen.entries == [true], "\(executor)")
      }
    }
  }

  @Test("an outcome that skips a continuation doesn't wait for its queue")
  func passing() {
    let queue = DispatchQueue(label: "suspended")
    queue.suspend()
    let task = Settlement.faulted.task.continueOnSuccessWith(.queue(queue)) { $0 }
    #expect(task.outcome == .faulted(.first))
    queue.resume()
  }

  // MARK: Closures

  @Test("a custom closure decides when to run")
  func escaping() {
    let blocks = Journal<() -> Void>()
    let executor = Executor.escapingClosure { blocks.write($0) }
    let ran = Journal<Int>()
    let task = Task(1).continueWith(executor) { task -> Int in
      ran.write(task.result ?? 0)
      return 2
    }
    #expect(task.outcome == .pending && ran.count == 0)
    for block in blocks.entries { block() }
    #expect(task.outcome == .completed(2))
    // A second call has no effect.
    for block in blocks.entries { block() }
    #expect(ran.entries == [1])
  }

  @Test("a closure that drops its block leaves the task pending", arguments: [true, false])
  func forgetting(isEscaping: Bool) {
    let executor = isEscaping ? Executor.escapingClosure { _ in } : .closure { _ in }
    #expect(Task(1).continueWith(executor) { _ in 1 }.outcome == .pending)
    #expect(Task.execute(executor) { 1 }.outcome == .pending)
  }

  @Test("a closure that calls its block twice runs the continuation once")
  func twice() {
    let ran = Journal<Int>()
    let executor = Executor.closure { block in
      block()
      block()
    }
    Task(1).continueWith(executor) { _ in ran.write(1) }
    #expect(ran.count == 1)
  }

  @Test("a closure may use tasks, even the same one")
  func reentrant() {
    let source = TaskCompletionSource<Int>()
    let steps = Journal<String>()
    let executor = Executor.closure { [task = source.task] block in
      task.continueWith { _ in steps.write("other") }
      steps.write("before")
      block()
      steps.write("after")
    }
    source.task.continueWith(executor) { _ in steps.write("continuation") }
    source.set(result: 1)
    #expect(steps.entries == ["before", "continuation", "after", "other"])
  }

  @Test("an operation queue that cancels an operation leaves its task pending")
  func cancelledOperation() async {
    let queue = OperationQueue()
    queue.isSuspended = true
    let task = Task(1).continueWith(.operationQueue(queue)) { _ in 1 }
    queue.cancelAllOperations()
    queue.isSuspended = false
    let outcome = await task.asyncPromise.result
    #expect(throws: PromiseError.self) { try outcome.get() }
    #expect(task.outcome == .pending)
  }

  @Test(
    "a queued continuation whose task is cancelled doesn't run",
    arguments: [Route.queue, .operations, .escapingClosure])
  func cancelledMeanwhile(route: Route) async throws {
    let queue = DispatchQueue(label: "cancelled")
    let operations = OperationQueue()
    operations.underlyingQueue = queue
    let executor: Executor =
      switch route {
      case .queue: .queue(queue)
      case .operations: .operationQueue(operations)
      default:
        .escapingClosure { block in
          nonisolated(unsafe) let block = block
          queue.async { block() }
        }
      }
    queue.suspend()
    let ran = Journal<Bool>()
    let (task, freed) = tracking { object in
      Task(1).continueWith(executor) { _ in
        object.use()
        ran.write(true)
      }
    }
    task.asyncPromise.cancel()
    #expect(task.completed)
    queue.resume()
    try await freed.pass()
    #expect(ran.count == 0)
  }

  // MARK: execute

  @Test("execute(_:) runs within the call, or on the queue")
  func execute() async throws {
    let ran = Journal<Bool>()
    for executor in [Executor.default, .immediate, .closure { $0() }, .escapingClosure { $0() }] {
      StackMark.during { executor.execute { ran.write(StackMark.isSet) } }
    }
    #expect(ran.entries == [true, true, true, true])
    let marked = MarkedQueue(DispatchQueue(label: "executor"))
    let operations = OperationQueue()
    operations.underlyingQueue = marked.queue
    for executor in [Executor.queue(marked.queue), .operationQueue(operations)] {
      let isThere = Promise { resolver in
        executor.execute { resolver.fulfill(marked.isCurrent) }
      }
      #expect(try await isThere.value)
    }
    let onMain = Promise { resolver in
      Executor.mainThread.execute { resolver.fulfill(MainQueue.isCurrent) }
    }
    #expect(try await onMain.value)
  }

  @Test("execute(_:) can be nested to any depth")
  func deep() async throws {
    let end = Promise<Int> { resolver in
      @Sendable func call(_ depth: Int) {
        if depth == 20_000 { return _ = resolver.fulfill(depth) }
        Executor.default.execute { call(depth + 1) }
      }
      call(0)
    }
    #expect(try await end.value == 20_000)
  }

  @Test("descriptions")
  func description() {
    #expect("\(Executor.default)" == "Executor.default")
    #expect("\(Executor.immediate)" == "Executor.immediate")
    #expect(Executor.mainThread.debugDescription == "Executor.mainThread")
    #expect("\(Executor.queue(DispatchQueue(label: "q")))" == "Executor.queue(q)")
    let queue = OperationQueue()
    queue.name = "o"
    #expect("\(Executor.operationQueue(queue))" == "Executor.operationQueue(o)")
    #expect("\(Executor.closure { _ in })" == "Executor.closure")
    #expect("\(Executor.escapingClosure { _ in })" == "Executor.escapingClosure")
  }
}
