// Operations and promises, both ways: an operation that waits for a promise, and a promise that
// waits for an operation.

import AsyncPromises
import Foundation
import Synchronization

/// An operation that is finished when a promise is settled.
///
/// It takes dependencies, priorities and a place in a queue like any other operation, and blocks no
/// thread meanwhile.
///
/// ## Cancellation
/// Goes both ways: cancelling the operation cancels the promise, and the other way round. As with
/// every operation, one that has not begun is finished when its queue comes to it.
final class PromiseOperation<Value: Sendable>: Operation, @unchecked Sendable {
  private enum Phase {
    case waiting, executing, finished
  }

  /// The outcome; settled when the operation is finished, or cancelled.
  let promise: Promise<Value>

  private let resolver: Resolver<Value>
  private let work: @Sendable () async throws -> Promise<Value>
  private let phase = Mutex(Phase.waiting)

  /// - Parameter work: called when the operation's turn has come.
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
    // A queue starts what was cancelled, too, to see it finish.
    guard promise.resultIfSettled == nil else { return finishCancelled() }
    willChangeValue(for: \.isExecuting)
    phase.withLock { $0 = .executing }
    didChangeValue(for: \.isExecuting)

    let running = Promise { [work] in try await work() }
    resolver.onCancel { running.cancel() }
    running.whenSettled { outcome in
      // Whoever depends on this operation finds the promise settled.
      if self.resolver.resolve(with: outcome) { self.finish() } else { self.finishCancelled() }
    }
  }

  /// The promise was cancelled, and may not have told the operation yet.
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
  /// Adds an operation; fulfilled when it is finished, rejected when it was cancelled before.
  ///
  /// Takes the operation's `completionBlock`.
  ///
  /// ## Cancellation
  /// Goes both ways here as well.
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
