// The start of a chain.

import AsyncPromises
import Foundation
import PromiseCompatSupport

extension Task {
  /// Creates a task that is completed with the result of `closure`, or faulted with the error that
  /// `closure` throws.
  ///
  /// With the default executor, the closure runs within this call or, inside a continuation, after
  /// that continuation has returned.
  public convenience init(
    _ executor: Executor = .default, fileID: StaticString = #fileID, line: UInt = #line,
    closure: @escaping () throws -> TResult
  ) {
    if case .immediate = executor {
      self.init(core: Core(Result { Transfer(try closure()) }, fileID: fileID, line: line))
    } else {
      let way = Continuing("execute", fileID, line, executor)
      self.init(core: Core.fulfilled(Transfer(())).settle(way, closure) { next, _ in try next(()) })
    }
  }

  /// Returns a task that is completed with the result of `closure`, or faulted with the error that
  /// `closure` throws.
  @discardableResult
  public static func execute(
    _ executor: Executor = .default, fileID: StaticString = #fileID, line: UInt = #line,
    closure: @escaping () throws -> TResult
  ) -> Task<TResult> {
    Task(executor, fileID: fileID, line: line, closure: closure)
  }

  /// Returns a task that completes like the task returned by `closure`, or is faulted with the
  /// error that `closure` throws.
  @discardableResult
  public static func executeWithTask(
    _ executor: Executor = .default, fileID: StaticString = #fileID, line: UInt = #line,
    closure: @escaping () throws -> Task<TResult>
  ) -> Task<TResult> {
    if case .immediate = executor {
      do {
        return Task(core: try closure().core)
      } catch {
        return Task(error: error, fileID: fileID, line: line)
      }
    }
    let way = Continuing("executeWithTask", fileID, line, executor)
    return Task(
      core: Core.fulfilled(Transfer(())).follow(way, closure) { next, _ in try next(()).core })
  }
}

extension Task where TResult == Void {
  /// Returns a task that is completed after `delay` seconds (a century at most), or cancelled if
  /// the token's source requests cancellation first.
  public static func withDelay(
    _ delay: TimeInterval, cancellationToken: CancellationToken? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Task<Void> {
    if cancellationToken?.isCancellationRequested == true { return cancelledTask() }
    let core = AsyncPromises.Promise.later(
      after: .timeInterval(delay), Origin("withDelay", fileID, line),
      fulfilling: Transfer(()))
    guard let cancellationToken else { return Task(core: core) }
    let registration = cancellationToken.registerCancellationObserver {
      core.cancel(with: CancelledError())
    }
    return Task(core: core.ensure(.init("withDelay", fileID, line)) { registration.dispose() })
  }
}

extension Task {
  /// Same as `Task<Void>.withDelay`, for code that calls it on a task type with a different result.
  @_disfavoredOverload @_documentation(visibility: private)
  public static func withDelay(
    _ delay: TimeInterval, cancellationToken: CancellationToken? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Task<Void> {
    Task<Void>.withDelay(
      delay, cancellationToken: cancellationToken, fileID: fileID, line: line)
  }
}
