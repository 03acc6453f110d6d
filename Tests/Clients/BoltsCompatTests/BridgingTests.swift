// Bridging.swift: converting between tasks and promises; and module-qualified names.

import AsyncPromises
import BoltsCompat
import Foundation
import TestSupport
import Testing

@Suite("Bridging", .timeLimit(.minutes(10)))
struct BridgingTests {
  private func outcome(_ promise: Promise<Int>) async -> Outcome {
    do {
      return .completed(try await promise.value)
    } catch is CancellationError {
      return .cancelled
    } catch {
      return Outcome(error)
    }
  }

  @Test("a task becomes a promise", arguments: Settlement.allCases, SettleTime.allCases)
  func toPromise(settlement: Settlement, time: SettleTime) async throws {
    let promise = try await time.observe(settlement) { $0.asyncPromise }
    #expect(await outcome(promise) == settlement.outcome)
  }

  @Test("a promise becomes a task", arguments: Settlement.allCases)
  func toTask(settlement: Settlement) async {
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task(promise)
    switch settlement {
    case .completed: resolver.fulfill(1)
    case .faulted: resolver.reject(TestError.first)
    case .cancelled: resolver.reject(CancellationError())
    }
    #expect(await task.end() == settlement.outcome)
    #expect(await Task(promise).end() == settlement.outcome)
  }

  @Test("async code, in both directions")
  func concurrency() async throws {
    #expect(try await Task(1).asyncPromise.value == 1)
    let task = Task(Promise { () async throws -> Int in try await Task(2).asyncPromise.value })
    #expect(await task.end() == .completed(2))
    await #expect(throws: CancellationError.self) {
      try await Task<Int>.cancelledTask().asyncPromise.value
    }
  }

  @Test("an error keeps its identity through a round trip")
  func identity() async {
    final class ObjectError: Error {}
    let object = ObjectError()
    let source = TaskCompletionSource<Int>()
    let task = Task(Task(source.task.asyncPromise).asyncPromise)
    source.set(error: object)
    _ = await task.end()
    #expect(task.error as? ObjectError === object)
  }

  @Test("a chain that is converted back and forth ten times", arguments: Settlement.allCases)
  func crossing(settlement: Settlement) async {
    let source = TaskCompletionSource<Int>()
    var task = source.task
    for _ in 0..<10 {
      task = Task(task.continueOnSuccessWith { $0 + 1 }.asyncPromise.map { $0 + 1 })
    }
    settlement.settle(source)
    #expect(
      await task.end() == (settlement == .completed ? .completed(21) : settlement.outcome))
  }

  @Test("a cancellation reaches the other library and the work behind it")
  func cancelled() async throws {
    let (work, resolver) = Promise<Int>.pending()
    let stopped = Gate()
    resolver.onCancel { stopped.open() }
    let task = Task(work).continueWith { _ in 1 }
    task.asyncPromise.cancel()
    #expect(task.faulted)
    try await stopped.pass()
    withExtendedLifetime(resolver) {}
  }

  @Test("a task with other consumers continues")
  func wanted() async {
    let source = TaskCompletionSource<Int>()
    let other = source.task.continueWith { $0.result ?? 0 }
    source.task.asyncPromise.cancel()
    #expect(!source.task.completed)
    source.set(result: 1)
    #expect(await other.end() == .completed(1))
  }

  @Test("names qualified with the module's name")
  func namespace() {
    let source: BoltsSwift.TaskCompletionSource<Int> = TaskCompletionSource()
    let task: BoltsSwift.Task<Int> = source.task
    let executor: BoltsSwift.Executor = .immediate
    let tokens: BoltsSwift.CancellationTokenSource = CancellationTokenSource()
    let token: BoltsSwift.CancellationToken = tokens.token
    let registration: BoltsSwift.CancellationTokenRegistration =
      token.registerCancellationObserver {}
    task.continueWith(executor, cancellationToken: token) { _ in registration.dispose() }
    source.set(error: BoltsSwift.AggregateError(errors: [BoltsSwift.CancelledError()]))
    #expect((task.error as? AggregateError)?.errors.first is CancelledError)
  }

  @Test("H1: a task that another library's cancellation cancels cancels its promise")
  func otherCancellation() async {
    struct Dismissed: PossibleCancellation { var isCancellation: Bool { true } }
    let task = Task<Int>(error: Dismissed())
    #expect(task.cancelled)
    await #expect(throws: CancellationError.self) { try await task.asyncPromise.value }
    #expect(Task<Int>(error: URLError(.cancelled)).faulted)
  }
}
