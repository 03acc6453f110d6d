// How and when a test's task completes, and where its continuations run.

import BoltsCompat
import Dispatch
import Foundation
import TestSupport

/// How a test's task completes.
enum Settlement: CaseIterable, Sendable {
  case completed, faulted, cancelled

  var outcome: Outcome {
    switch self {
    case .completed: .completed(1)
    case .faulted: .faulted(.first)
    case .cancelled: .cancelled
    }
  }

  func settle(_ source: TaskCompletionSource<Int>) {
    switch self {
    case .completed: source.set(result: 1)
    case .faulted: source.set(error: TestError.first)
    case .cancelled: source.cancel()
    }
  }

  /// A task that has already completed this way.
  var task: Task<Int> {
    let source = TaskCompletionSource<Int>()
    settle(source)
    return source.task
  }
}

/// When a test's task completes, relative to the registration of its continuations.
enum SettleTime: CaseIterable, Sendable {
  case before, after, elsewhere

  /// Calls `register` with a task that completes before or after that call, depending on the case.
  func observe<R>(_ settlement: Settlement, _ register: (Task<Int>) throws -> R) async throws -> R {
    let source = TaskCompletionSource<Int>()
    if case .before = self { settlement.settle(source) }
    let registered = try register(source.task)
    switch self {
    case .before: break
    case .after: settlement.settle(source)
    case .elsewhere: try await onFreshThread { settlement.settle(source) }
    }
    return registered
  }
}

/// Where continuations run.
enum Route: CaseIterable, Sendable {
  case standard, immediate, main, queue, operations, closure, escapingClosure

  var executor: Executor {
    switch self {
    case .standard: .default
    case .immediate: .immediate
    case .main: .mainThread
    case .queue: .queue(.global())
    case .operations: .operationQueue(OperationQueue())
    case .closure: .closure { $0() }
    case .escapingClosure:
      .escapingClosure { block in
        nonisolated(unsafe) let block = block
        DispatchQueue.global().async { block() }
      }
    }
  }
}

/// The kinds of continuations, for tests of what they have in common.
enum Continuation: CaseIterable, Sendable {
  case with, withTask, onSuccess, onSuccessTask, onError, onErrorTask, onTypedError
  case onTypedErrorTask

  /// Adds a continuation that calls `ran` and passes the outcome on.
  func derive(
    from task: Task<Int>, _ executor: Executor, _ token: CancellationToken? = nil,
    _ ran: @escaping () -> Void
  ) -> Task<Int> {
    func pass(_ task: Task<Int>) throws -> Int {
      ran()
      if task.cancelled { throw CancelledError() }
      if let error = task.error { throw error }
      return task.result ?? 0
    }
    func pass(_ value: Int) -> Int {
      ran()
      return value
    }
    func pass(_ error: any Error) throws -> Int {
      ran()
      throw error
    }
    switch self {
    case .with: return task.continueWith(executor, cancellationToken: token) { try pass($0) }
    case .withTask:
      return task.continueWithTask(executor, cancellationToken: token) { Task(try pass($0)) }
    case .onSuccess:
      return task.continueOnSuccessWith(executor, cancellationToken: token) { pass($0) }
    case .onSuccessTask:
      return task.continueOnSuccessWithTask(executor, cancellationToken: token) { Task(pass($0)) }
    case .onError:
      return task.continueOnErrorWith(executor, cancellationToken: token) { try pass($0) }
    case .onErrorTask:
      return task.continueOnErrorWithTask(executor, cancellationToken: token) {
        Task(try pass($0))
      }
    case .onTypedError:
      return task.continueOnErrorWith(executor, cancellationToken: token) { (error: TestError) in
        try pass(error)
      }
    case .onTypedErrorTask:
      return task.continueOnErrorWithTask(executor, cancellationToken: token) {
        (error: TestError) in Task(try pass(error))
      }
    }
  }

  /// Whether the continuation runs.
  func runs(after settlement: Settlement) -> Bool {
    switch self {
    case .with, .withTask: true
    case .onSuccess, .onSuccessTask: settlement == .completed
    case .onError, .onErrorTask, .onTypedError, .onTypedErrorTask: settlement == .faulted
    }
  }
}
