// The write end of a task.

import AsyncPromises
import PromiseCompatSupport

/// The write end of a task, held by the callback that completes it.
///
/// If it is released without completing the task, the task stays pending, and that is reported to
/// `PromiseDiagnostics`.
///
/// ```swift
/// let source = TaskCompletionSource<String>()
/// api.load(url) { text, error in
///   if let error { source.set(error: error) } else { source.set(result: text ?? "") }
/// }
/// ```
public final class TaskCompletionSource<TResult>: @unchecked Sendable {
  /// The task that the source completes.
  public let task: Task<TResult>
  private let resolver: Resolver<Transfer<TResult>>

  /// Creates a source with a pending task.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    let (core, resolver) = Core<TResult>.pending(fileID: fileID, line: line)
    (task, self.resolver) = (Task(core: core), resolver)
  }

  /// Completes the task; traps if it is already completed, unless it was cancelled from outside.
  public func set(result: TResult) { require(trySet(result: result), "set the result of") }

  /// Faults the task, or cancels it if the error is ``CancelledError`` or `CancellationError`.
  ///
  /// Traps if the task is already completed, unless it was cancelled from outside.
  public func set(error: any Error) { require(trySet(error: error), "set the error of") }

  /// Cancels the task; traps if it is already completed, unless it was cancelled from outside.
  public func cancel() { require(tryCancel(), "cancel") }

  /// Completes the task if it is not yet completed, and returns whether it did.
  @discardableResult
  public func trySet(result: TResult) -> Bool {
    resolver.trySettle(with: .success(Transfer(result)))
  }

  /// Faults the task if it is not yet completed, and returns whether it did.
  ///
  /// If the error is ``CancelledError`` or `CancellationError`, it cancels the task instead.
  @discardableResult
  public func trySet(error: any Error) -> Bool { resolver.trySettle(with: .failure(error)) }

  /// Cancels the task if it is not yet completed, and returns whether it did.
  @discardableResult
  public func tryCancel() -> Bool { task.core.cancel(with: CancelledError()) }

  /// Traps if the task was already completed, but not if it was cancelled from outside, such as by
  /// the end of a test's scope: completing it too late is then not a mistake.
  private func require(_ didComplete: Bool, _ what: String) {
    if didComplete { return }
    // While another call is still completing the task, the outcome is not known yet.
    InlineLoop.apart {
      task.core.pipe { outcome in
        if case .failure(is CancellationError) = outcome, self.task.core.cell.root.wasCancelled {
          return
        }
        preconditionFailure(
          "Can't \(what) a task that is already completed. If several callers may complete it, "
            + "use trySet(result:), trySet(error:) or tryCancel().")
      }
    }
  }
}
