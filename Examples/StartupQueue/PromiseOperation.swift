// Converts between operations and promises: an operation that waits for a promise, and a promise
// that waits for an operation.

import AsyncPromises
import Foundation
import Synchronization

/// An operation that finishes when a promise settles.
///
/// It supports dependencies, priorities and queues like any other operation, and blocks no thread.
///
/// ## Cancellation
/// Works in both directions: cancelling the operation cancels the promise, and vice versa. Like any
/// operation, a cancelled one that hasn't started finishes when its queue reaches it.
final class PromiseOperation<Value: Sendable>: Operation, @unchecked Sendable {
  private enum Phase {
    case waiting, executing, finished
  }

  /// The outcome. Settles when the operation finishes or is cancelled.
  let promise: Promise<Value>

  private let resolver: Resolver<Value>
  private let work: @Sendable () async throws -> Promise<Value>
  private let phase = Mutex(Phase.waiting)

  /// - Parameter work: called when the queue starts the operation.
  init(_ work: @escaping @Sendable () async throws -> Promise<Value>) {
    self.work = work
    (promise, resolver) = Promise.pending()
    super.init()
    resolver.onCancel { [weak self] in self?.cancel() }
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { phase.withLock { $0 == .executing } }
  override var isFinished: Bool { phase.withLock { $0 == .finished } }

  override func cancel() {
    super.cancel()
    promise.cancel()
  }

  override func start() {
    // A queue also starts cancelled operations, so that they finish.
    guard promise.resultIfSettled == nil else { return finishCancelled() }
    willChangeValue(for: \.isExecuting)
    phase.withLock { $0 = .executing }
    didChangeValue(for: \.isExecuting)

    let running = Promise { [work] in try await work() }
    resolver.onCancel { running.cancel() }
    running.whenSettled { outcome in
      // Operations that depend on this one find the promise settled.
      if self.resolver.resolve(with: outcome) { self.finish() } else { self.finishCancelled() }
    }
  }

  /// Called if the promise was cancelled but may not have cancelled the operation yet.
  private func finishCancelled() {
    super.cancel()
    finish()
  }

  private func finish() {
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    phase.withLock { $0 = .finished }
    didChangeValue(for: \.isExecuting)
    didChangeValue(for: \.isFinished)
  }
}

extension OperationQueue {
  /// Adds an operation. The promise is fulfilled when it finishes, or rejected if it was cancelled.
  ///
  /// Replaces the operation's `completionBlock`.
  ///
  /// ## Cancellation
  /// Also works in both directions.
  func run(_ operation: Operation) -> Promise<Void> {
    Promise { resolver in
      operation.completionBlock = { [weak operation] in
        if operation?.isCancelled == true {
          resolver.reject(CancellationError())
        } else {
          resolver.fulfill()
        }
      }
      resolver.onCancel { operation.cancel() }
      addOperation(operation)
    }
  }
}
