// Programs that use BoltsCompat, explored in many orders of their jobs.

import AsyncExplorer
import AsyncPromises
import AsyncPromisesSwiftTesting
import BoltsCompat
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite("explored: BoltsCompat", .timeLimit(.minutes(5)))
struct BoltsExplorations {
  /// A request that ends later.
  @Sendable private static func request<T: Sendable>(
    _ answer: T, fails: Bool = false
  ) -> Task<T> {
    let source = TaskCompletionSource<T>()
    _Concurrency.Task {
      await _Concurrency.Task.yield()
      fails ? source.set(error: ProgramError.first) : source.set(result: answer)
    }
    return source.task
  }

  @Test("X1: each continuation runs where its executor says")
  func executors() async throws {
    try await exploreFacade {
      let own = MarkedQueue()
      let called = Locked(0)
      let value = try await Task.execute(.mainThread) { () -> Int in
        #expect(MarkedQueue.main.isCurrent)
        return 1
      }.continueOnSuccessWithTask(.queue(own.queue)) { number -> Task<Int> in
        #expect(own.isCurrent)
        return Self.request(number + 1)
      }.continueOnSuccessWith(.default) { number in
        number + 1
      }.continueOnSuccessWith(
        .closure { call in
          called.withLock { $0 += 1 }
          call()
        }
      ) { number in
        number + 1
      }.continueOnSuccessWith(
        .escapingClosure { call in
          nonisolated(unsafe) let call = call
          _Concurrency.Task { call() }
        }
      ) { number in
        number + 1
      }.continueWithTask(.mainThread) { task -> Task<Int> in
        #expect(MarkedQueue.main.isCurrent)
        return task
      }.asyncPromise.get()
      #expect(value == 5 && called.withLock { $0 } == 1)
    }
  }

  @Test("X1: errors and cancellations skip continuations that don't handle them")
  func errors() async throws {
    try await exploreFacade {
      let journal = Journal<String>()
      let value = try await Self.request(1, fails: true).continueOnSuccessWith(.mainThread) { _ in
        journal.write("never")
        return 2
      }.continueOnErrorWith(.mainThread) { error in
        #expect(error is ProgramError)
        journal.write("error")
        throw CancelledError()
      }.continueOnSuccessWith { (number: Int) -> Int in
        journal.write("never")
        return number
      }.continueWith { task in
        journal.write(task.cancelled ? "cancelled" : "\(task)")
        return 3
      }.asyncPromise.get()
      #expect(value == 3)
      #expect(journal.entries == ["error", "cancelled"])
    }
  }

  @Test("X1: a source is set once, by the first call")
  func sources() async throws {
    try await exploreFacade {
      let source = TaskCompletionSource<Int>()
      let wins = Journal<Int>()
      async let first: Void = attempt(1) { source.trySet(result: 1) }
      async let second: Void = attempt(2) { source.trySet(error: ProgramError.second) }
      async let third: Void = attempt(3) { source.tryCancel() }
      let seen = try await source.task.continueWith(.mainThread) { task in
        task.cancelled ? 3 : task.faulted ? 2 : task.result ?? 0
      }.asyncPromise.get()
      _ = await (first, second, third)
      #expect(wins.entries == [seen])

      @Sendable func attempt(_ number: Int, _ set: @Sendable () -> Bool) async {
        await _Concurrency.Task.yield()
        if set() { wins.write(number) }
      }
    }
  }

  @Test("X1: groups of several tasks")
  func groups() async throws {
    try await exploreFacade {
      let values = try await Task.whenAllResult((0..<4).map { Self.request($0) }).asyncPromise.get()
      #expect(values == [0, 1, 2, 3])
      let outcome = await Task.whenAll(
        Self.request(1), Self.request(2, fails: true), Self.request(3, fails: true)
      ).asyncPromise.result
      if case .failure(let error as AggregateError) = outcome {
        #expect(error.errors.count == 2)
      } else {
        Issue.record("unexpected outcome: \(outcome)")
      }
      let tasks = [Self.request(1), Self.request(2)]
      try await Task.whenAny(tasks).asyncPromise.get()
      #expect(tasks.contains { $0.completed })
    }
  }

  @Test("X1 X2: delays, and tokens that cancel them")
  func tokens() async throws {
    try await exploreFacade {
      let source = CancellationTokenSource()
      let told = Journal<Int>()
      source.token.registerCancellationObserver { told.write(1) }
      let long = Task<Void>.withDelay(10, cancellationToken: source.token)
      let short = Task<Void>.withDelay(1, cancellationToken: source.token)
      source.cancel(afterDelay: 5_000)
      let continued = long.continueWith(.mainThread, cancellationToken: source.token) { _ in
        told.write(2)
      }
      try await short.asyncPromise.get()
      #expect(!source.isCancellationRequested)
      #expect(await long.asyncPromise.result.isFailure)
      #expect(await continued.asyncPromise.result.isFailure)
      #expect(long.cancelled && continued.cancelled)
      #expect(told.entries == [1])
      withExtendedLifetime(source) {}
    }
  }

  @Test("X1: a token that is cancelled while its continuations run")
  func tokenRace() async throws {
    try await exploreFacade {
      let source = CancellationTokenSource()
      let journal = Journal<Int>()
      let task = Self.request(1).continueOnSuccessWith(
        .mainThread, cancellationToken: source.token
      ) { number -> Int in
        journal.write(1)
        return number
      }.continueOnSuccessWith(.mainThread, cancellationToken: source.token) { number -> Int in
        journal.write(2)
        return number
      }
      async let cancelled: Void = {
        await _Concurrency.Task.yield()
        source.cancel()
      }()
      let outcome = await task.asyncPromise.result
      await cancelled
      #expect(outcome.isFailure == task.cancelled)
      #expect([[], [1], [1, 2]].contains(journal.entries))
      if !task.cancelled { #expect(journal.entries == [1, 2]) }
    }
  }

  @Test("X8: a program cancelled at each of its suspension points")
  func cancellation() async throws {
    let summary = try await exploreCancellation {
      let value = try await Self.request(1).continueOnSuccessWithTask(.mainThread) { number in
        Task.whenAllResult(Self.request(number), Self.request(number + 1))
      }.continueOnSuccessWith(.mainThread) { numbers in
        numbers.reduce(0, +)
      }.asyncPromise.get()
      #expect(value == 3)
    }
    #expect(summary.escapes == [])
  }

  @Test("X6: continuations on operation queues are jobs of the run", arguments: [1, 3])
  func operationQueue(width: Int) async throws {
    try await exploreFacade {
      let (queue, order) = (OperationQueue(), Journal<Int>())
      queue.maxConcurrentOperationCount = width
      let source = TaskCompletionSource<Int>()
      let first = source.task.continueWith(.operationQueue(queue)) { _ in order.write(1) }
      let second = source.task.continueWith(.operationQueue(queue)) { _ in order.write(2) }
      let main = source.task.continueWith(.operationQueue(.main)) { _ in
        #expect(MarkedQueue.main.isCurrent)
      }
      source.set(result: 1)
      try await Task.whenAll(first, second, main).asyncPromise.get()
      #expect(width > 1 ? order.count == 2 : order.entries == [1, 2])
    }
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
