// This module's task: a wrapper around an `AsyncPromises.Promise`.

import AsyncPromises
import Foundation
import PromiseCompatSupport

/// An `AsyncPromises.Promise` that carries a value of any type.
@usableFromInline
typealias Core<TResult> = AsyncPromises.Promise<Transfer<TResult>>

/// A result, an error or a cancellation, available now or later.
///
/// It has the API and behavior of Bolts, built on the core of AsyncPromises: you can await it,
/// `AsyncPromisesTesting` tracks it, and an unobserved error is reported.
///
/// ```swift
/// store.fetch(id).continueOnSuccessWithTask { record in
///   store.save(record)
/// }.continueWith(.mainThread) { task in
///   if let error = task.error { view.show(error) }
/// }
/// ```
///
/// In a file that imports this module, it hides the standard library's type, which is still
/// available as `_Concurrency.Task`.
public final class Task<TResult>: @unchecked Sendable {
  /// The type of a closure that a task calls when it ends.
  public typealias Continuation = () -> Void

  @usableFromInline let core: Core<TResult>

  @inlinable
  init(core: Core<TResult>) { self.core = core }

  /// Creates a task that is completed with `result`.
  @_disfavoredOverload @inlinable
  public convenience init(_ result: TResult) { self.init(core: .fulfilled(Transfer(result))) }

  /// Creates a task that is faulted with `error`, or cancelled if the error is ``CancelledError``
  /// or `CancellationError`.
  @inlinable
  public convenience init(
    error: any Error, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(core: .rejected(error, fileID: fileID, line: line))
  }

  /// Returns a task that is cancelled.
  public static func cancelledTask() -> Task<TResult> { Task(error: CancelledError()) }

  // MARK: State

  /// Whether the task has ended, with a result, an error or a cancellation.
  public var completed: Bool { core.unhandledSeenOutcome != nil }

  /// Whether the task has an error.
  public var faulted: Bool {
    guard case .failure(let error)? = core.unhandledSeenOutcome else { return false }
    return !CancelledError.isMeant(by: error)
  }

  /// Whether the task is cancelled.
  public var cancelled: Bool {
    guard case .failure(let error)? = core.unhandledSeenOutcome else { return false }
    return CancelledError.isMeant(by: error)
  }

  /// The result of the task, or `nil` if it has none.
  @inlinable
  public var result: TResult? {
    guard case .success(let result)? = core.seenOutcome else { return nil }
    return result.value
  }

  /// The error of a faulted task, or `nil`; a cancelled task has none.
  ///
  /// Reading the error counts as handling it.
  public var error: (any Error)? {
    guard case .failure(let error)? = core.seenOutcome else { return nil }
    return CancelledError.isMeant(by: error) ? nil : error
  }

  /// Blocks the thread until the task is completed.
  ///
  /// If the task depends on a continuation that needs the blocked thread, the call deadlocks. On
  /// the main thread, each call prints a warning to standard error.
  public func waitUntilCompleted(fileID: StaticString = #fileID, line: UInt = #line) {
    if Thread.isMainThread {
      let warning = "BoltsCompat: warning: the main thread is waiting for \(self)\n"
      FileHandle.standardError.write(Data(warning.utf8))
    }
    _ = core.waitForOutcome(fileID, line)
  }
}

extension Task: CustomStringConvertible, CustomDebugStringConvertible {
  /// The outcome, or the type of a pending task's result.
  ///
  /// Printing an error does not count as handling it.
  public var description: String {
    switch core.unhandledSeenOutcome {
    case nil: "Task(…\(TResult.self))"
    case .success(let result)?: "Task(\(result.value))"
    case .failure(let error)?:
      CancelledError.isMeant(by: error) ? "Task(cancelled)" : "Task(faulted: \(error))"
    }
  }

  /// Same as ``description``.
  public var debugDescription: String { description }
}
