// How and when a task of a test is completed, and where its continuations run.

import BoltsCompat
import Dispatch
import Foundation
import TestSupport

/// How a task of a test is completed.
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

  /// A task that is so already.
  var task: Task<Int> {
    let source = TaskCompletionSource<Int>()
    settle(source)
    return source.task
  }
}

/// When a task of a test is completed, seen from the code that gives it continuations.
enum SettleTime: CaseIterable, Sendable {
  case before, after, elsewhere

  /// Calls `register` with a task that is completed so, at the time that the case stands for.
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

/// The continuations, for what all of them keep.
enum Continuation: CaseIterable, Sendable {
  case with, withTask, onSuccess, onSuccessTask, onError, onErrorTask, onTypedError
  case onTypedErrorTask

  /// Continues with `ran`, and changes nothing.
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
