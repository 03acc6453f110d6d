// Where continuations run.

import AsyncPromises
import Dispatch
import Foundation

/// The place where a continuation runs.
public enum Executor: @unchecked Sendable {
  /// In the call that makes the continuation due, one after the other, never nested, so that no
  /// chain is too long for the stack.
  case `default`
  /// Like `default`, except that a task created with it starts at once, even inside a continuation.
  case immediate
  /// On the main queue.
  case mainThread
  /// On a dispatch queue, in a block for each continuation.
  case queue(DispatchQueue)
  /// On an operation queue, in an operation for each continuation.
  ///
  /// An operation that the queue cancels faults its task with `PromiseError.broken(createdAt:)`.
  case operationQueue(OperationQueue)
  /// In a closure that calls its argument before it returns.
  case closure((() -> Void) -> Void)
  /// In a closure that may call its argument at any time, on any thread.
  ///
  /// When the closure releases it without a call, the task is faulted with
  /// `PromiseError.broken(createdAt:)`.
  case escapingClosure((@escaping () -> Void) -> Void)

  /// Where a handler of the core runs for it; inline, if that is to call a closure.
  @usableFromInline
  var context: ExecutionContext {
    switch self {
    case .mainThread: ExecutionContext(.main)
    case .queue(let queue): ExecutionContext(queue)
    case .default, .immediate, .operationQueue, .closure, .escapingClosure: .inline
    }
  }

  /// A closure that has what it is given run.
  @usableFromInline
  var closure: ((@escaping () -> Void) -> Void)? {
    switch self {
    case .default, .immediate, .mainThread, .queue: nil
    case .operationQueue(let queue):
      { block in
        nonisolated(unsafe) let block = block
        queue.addOperation { block() }
      }
    case .closure(let closure): { closure($0) }
    case .escapingClosure(let closure): closure
    }
  }
}

extension Executor: CustomStringConvertible, CustomDebugStringConvertible {
  /// The case, with its queue.
  public var description: String {
    switch self {
    case .default: "Executor.default"
    case .immediate: "Executor.immediate"
    case .mainThread: "Executor.mainThread"
    case .queue(let queue): "Executor.queue(\(queue.label))"
    case .operationQueue(let queue): "Executor.operationQueue(\(queue.name ?? "no name"))"
    case .closure: "Executor.closure"
    case .escapingClosure: "Executor.escapingClosure"
    }
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}
