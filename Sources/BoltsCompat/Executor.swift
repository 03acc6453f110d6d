// Where continuations run.

import AsyncPromises
import Dispatch
import Foundation
import PromiseCompatSupport

/// Where a continuation runs.
public enum Executor: @unchecked Sendable {
  /// Inline, in the call that completes the task or adds the continuation. Continuations run one
  /// after another, never nested, so no chain overflows the stack.
  case `default`
  /// Like `default`, except that a task created with it starts at once, even inside a continuation.
  case immediate
  /// On the main queue.
  case mainThread
  /// On a dispatch queue, one block per continuation.
  case queue(DispatchQueue)
  /// On an operation queue, one operation per continuation; in an exploration, one job.
  ///
  /// If the queue cancels the operation, the task stays pending.
  case operationQueue(OperationQueue)
  /// In a closure that calls its argument before it returns.
  case closure((() -> Void) -> Void)
  /// In a closure that may call its argument at any time, on any thread.
  ///
  /// If the closure releases its argument without calling it, the task stays pending.
  case escapingClosure((@escaping () -> Void) -> Void)

  /// Where the core runs a handler for this executor: inline, if the handler calls ``closure``.
  @usableFromInline
  var context: ExecutionContext {
    switch self {
    case .mainThread: ExecutionContext(.main)
    case .queue(let queue): ExecutionContext(queue)
    case .default, .immediate, .operationQueue, .closure, .escapingClosure: .inline
    }
  }

  /// The closure that runs a continuation, or `nil` if the core runs it.
  @usableFromInline
  var closure: ((@escaping () -> Void) -> Void)? {
    switch self {
    case .default, .immediate, .mainThread, .queue: nil
    case .operationQueue(let queue):
      { block in
        nonisolated(unsafe) let block = block
        queue.run { block() }
      }
    case .closure(let closure): { closure($0) }
    case .escapingClosure(let closure): closure
    }
  }
}

extension Executor {
  /// Runs `closure` on the executor: within this call for `default`, for `immediate`, and for
  /// `mainThread` if the caller is on the main thread.
  ///
  /// When calls with `default` are nested too deeply, they hop to a global queue to save stack
  /// space.
  public func execute(_ closure: @escaping () -> Void) {
    let scope = CallScope()
    nonisolated(unsafe) let closure = { scope.bind(closure) }
    switch self {
    case .default where Depth.current < Depth.limit:
      Depth.$current.withValue(Depth.current + 1) { closure() }
    case .default: DispatchQueue.global().run { closure() }
    case .immediate: closure()
    case .mainThread where Thread.isMainThread: closure()
    case .mainThread: DispatchQueue.main.run { closure() }
    case .queue(let queue): queue.run { closure() }
    case .operationQueue(let queue): queue.run { closure() }
    case .closure(let execute): execute(closure)
    case .escapingClosure(let execute): execute(closure)
    }
  }

  /// How many calls to the default executor are on the stack.
  private enum Depth {
    @TaskLocal static var current = 0
    static let limit = 20
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

  /// Same as ``description``.
  public var debugDescription: String { description }
}
