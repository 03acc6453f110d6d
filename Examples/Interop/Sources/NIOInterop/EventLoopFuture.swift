// Converts between event loop futures and promises.

import AsyncPromises
import NIOCore

extension EventLoopFuture where Value: Sendable {
  /// Returns a promise that settles like this future.
  ///
  /// The event loop only settles it: handlers run where they are written, not on the loop.
  ///
  /// ## Cancellation
  /// A future can't be cancelled. Cancelling the promise rejects it immediately; the work
  /// continues, and the future's result is ignored.
  ///
  /// - Returns: a promise for the future's outcome.
  public func promise(fileID: StaticString = #fileID, line: UInt = #line) -> Promise<Value> {
    Promise(fileID: fileID, line: line) { resolver in
      whenComplete { resolver.resolve(with: $0) }
    }
  }
}

extension Scheduled where T: Sendable {
  /// Returns a promise for the scheduled task.
  ///
  /// ## Cancellation
  /// Cancelling the promise removes the task from the event loop, unless it is already running.
  ///
  /// - Returns: a promise for the task's outcome.
  public func promise(fileID: StaticString = #fileID, line: UInt = #line) -> Promise<T> {
    Promise(fileID: fileID, line: line) { resolver in
      futureResult.whenComplete { resolver.resolve(with: $0) }
      resolver.onCancel { cancel() }
    }
  }
}

extension Promise {
  /// Returns a future on `loop` that completes when this promise settles.
  ///
  /// Its callbacks run on the loop, like those of any future. The loop must outlive the promise:
  /// settle or cancel pending promises before you shut down a group.
  ///
  /// ## Cancellation
  /// The future counts as a consumer that never withdraws. If the promise is cancelled, the future
  /// fails with `CancellationError`.
  ///
  /// - Parameter loop: runs the future's callbacks.
  /// - Returns: a future that completes even if the promise's resolver is released unused.
  public func future(
    on loop: any EventLoop, fileID: StaticString = #fileID, line: UInt = #line
  ) -> EventLoopFuture<Value> {
    let completion = loop.makePromise(of: Value.self, file: fileID, line: line)
    cascade(to: completion, fileID: fileID, line: line)
    return completion.futureResult
  }

  /// Completes `completion` when this promise settles.
  ///
  /// ## Cancellation
  /// As for ``future(on:fileID:line:)``.
  ///
  /// - Parameter completion: must not be completed by other code.
  public func cascade(
    to completion: EventLoopPromise<Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    whenSettled(fileID: fileID, line: line) { completion.completeWith($0) }
  }
}
