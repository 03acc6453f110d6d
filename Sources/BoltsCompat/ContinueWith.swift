// Continuations, which run when a task is completed.

import AsyncPromises
import PromiseCompatSupport

extension Task {
  /// Calls `continuation` with this task, however it ended, and returns a task that is completed
  /// with the result, or faulted with the error that `continuation` throws.
  @discardableResult @inlinable
  public func continueWith<S>(
    _ executor: Executor = .default, cancellationToken: CancellationToken? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    continuation: @escaping (Task<TResult>) throws -> S
  ) -> Task<S> {
    let way = Continuing("continueWith", fileID, line, executor, cancellationToken)
    return Task<S>(core: core.settle(way, continuation) { next, _ in try next(self) })
  }

  /// Calls `continuation` with this task, however it ended, and returns a task that completes like
  /// the one that `continuation` returns, or is faulted with the error that `continuation` throws.
  @discardableResult @inlinable
  public func continueWithTask<S>(
    _ executor: Executor = .default, cancellationToken: CancellationToken? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    continuation: @escaping (Task<TResult>) throws -> Task<S>
  ) -> Task<S> {
    let way = Continuing("continueWithTask", fileID, line, executor, cancellationToken)
    return Task<S>(core: core.follow(way, continuation) { next, _ in try next(self).core })
  }

  // MARK: Success

  /// Returns a task that is completed with the result of `continuation` for this task's result, or
  /// faulted with the error that `continuation` throws.
  ///
  /// If this task is faulted or cancelled, so is the returned task.
  @discardableResult @inlinable
  public func continueOnSuccessWith<S>(
    _ executor: Executor = .default, cancellationToken: CancellationToken? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    continuation: @escaping (TResult) throws -> S
  ) -> Task<S> {
    let way = Continuing("continueOnSuccessWith", fileID, line, executor, cancellationToken)
    return Task<S>(
      core: core.settle(way, for: .values, continuation) { next, outcome in
        try next(outcome.get().value)
      })
  }

  /// Returns a task that completes like the task returned by `continuation` for this task's result,
  /// or is faulted with the error that `continuation` throws.
  ///
  /// If this task is faulted or cancelled, so is the returned task.
  @discardableResult @inlinable
  public func continueOnSuccessWithTask<S>(
    _ executor: Executor = .default, cancellationToken: CancellationToken? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    continuation: @escaping (TResult) throws -> Task<S>
  ) -> Task<S> {
    let way = Continuing("continueOnSuccessWithTask", fileID, line, executor, cancellationToken)
    return Task<S>(
      core: core.follow(way, for: .values, continuation) { next, outcome in
        try next(outcome.get().value).core
      })
  }

  // MARK: Error

  /// Returns a task that is completed with the result of `continuation` for this task's error, or
  /// faulted with the error that `continuation` throws.
  ///
  /// If there is no error, the returned task is completed or cancelled like this one.
  @discardableResult
  public func continueOnErrorWith(
    _ executor: Executor = .default, cancellationToken: CancellationToken? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    continuation: @escaping (any Error) throws -> TResult
  ) -> Task<TResult> {
    let way = Continuing("continueOnErrorWith", fileID, line, executor, cancellationToken)
    return Task(core: core.recover(way, any: continuation))
  }

  /// Behaves like the overload for all errors, but calls `continuation` only for errors of type
  /// `E`.
  ///
  /// Other errors are passed on.
  @discardableResult
  public func continueOnErrorWith<E: Error>(
    _ executor: Executor = .default, cancellationToken: CancellationToken? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    continuation: @escaping (E) throws -> TResult
  ) -> Task<TResult> {
    let way = Continuing("continueOnErrorWith", fileID, line, executor, cancellationToken)
    return Task(core: core.recover(way, any: continuation))
  }

  /// Returns a task that completes like the task returned by `continuation` for this task's error,
  /// or is faulted with the error that `continuation` throws.
  ///
  /// If there is no error, the returned task is completed or cancelled like this one.
  @discardableResult
  public func continueOnErrorWithTask(
    _ executor: Executor = .default, cancellationToken: CancellationToken? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    continuation: @escaping (any Error) throws -> Task<TResult>
  ) -> Task<TResult> {
    let way = Continuing("continueOnErrorWithTask", fileID, line, executor, cancellationToken)
    return Task(core: core.recover(way, with: continuation))
  }

  /// Behaves like the overload for all errors, but calls `continuation` only for errors of type
  /// `E`.
  ///
  /// Other errors are passed on.
  @discardableResult
  public func continueOnErrorWithTask<E: Error>(
    _ executor: Executor = .default, cancellationToken: CancellationToken? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    continuation: @escaping (E) throws -> Task<TResult>
  ) -> Task<TResult> {
    let way = Continuing("continueOnErrorWithTask", fileID, line, executor, cancellationToken)
    return Task(core: core.recover(way, with: continuation))
  }
}

extension AsyncPromises.Promise {
  /// Returns a promise for the result of `continuation`, which is called for an error of its type.
  fileprivate func recover<E, TResult>(
    _ way: Continuing, any continuation: @escaping (E) throws -> TResult
  ) -> Self where Value == Transfer<TResult> {
    settle(way, for: .failures, continuation) { next, outcome in
      guard let error = Self.error(of: outcome) as? E else { return try outcome.get().value }
      return try next(error)
    }
  }

  /// Returns a promise that follows the task that `continuation` returns for an error of its type.
  fileprivate func recover<E, TResult>(
    _ way: Continuing, with continuation: @escaping (E) throws -> Task<TResult>
  ) -> Self where Value == Transfer<TResult> {
    follow(way, for: .failures, continuation) { next, outcome in
      guard let error = Self.error(of: outcome) as? E else { return Self(outcome) }
      return try next(error).core
    }
  }

  /// Returns the outcome's error, unless it counts as a cancellation.
  private static func error(of outcome: Swift.Result<Value, any Error>) -> (any Error)? {
    guard case .failure(let error) = outcome else { return nil }
    return CancelledError.isMeant(by: error) ? nil : error
  }
}
