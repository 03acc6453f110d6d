// Between event loop futures and promises.

import AsyncPromises
import NIOCore

extension EventLoopFuture where Value: Sendable {
  /// A promise that is settled as this future is.
  ///
  /// The event loop only settles it: handlers run where they were written, and never on the loop
  /// by chance.
  ///
  /// ## Cancellation
  /// A future can't be cancelled. Cancelling the promise rejects it at once; the work goes on, and
  /// what the future brings later is ignored.
  ///
  /// - Returns: a promise of the future's outcome.
  public func promise(fileID: StaticString = #fileID, line: UInt = #line) -> Promise<Value> {
    Promise(fileID: fileID, line: line) { resolver in
      whenComplete { resolver.resolve(with: $0) }
    }
  }
}

extension Scheduled where T: Sendable {
  /// A promise of what was scheduled.
  ///
  /// ## Cancellation
  /// Cancelling the promise takes the task off the event loop, unless it runs already.
  ///
  /// - Returns: a promise of the task's outcome.
  public func promise(fileID: StaticString = #fileID, line: UInt = #line) -> Promise<T> {
    Promise(fileID: fileID, line: line) { resolver in
      futureResult.whenComplete { resolver.resolve(with: $0) }
      resolver.onCancel { cancel() }
    }
  }
}

extension Promise {
  /// A future on `loop` that completes as this promise settles.
  ///
  /// Its callbacks run on the loop, as those of every future. The loop has to outlive the promise:
  /// settle or cancel what is pending before a group is shut down.
  ///
  /// ## Cancellation
  /// The future counts as a consumer that never withdraws. A cancelled promise fails it with
  /// `CancellationError`.
  ///
  /// - Parameter loop: where the future's callbacks run.
  /// - Returns: a future that always completes, because no promise stays pending for ever.
  public func future(
    on loop: any EventLoop, fileID: StaticString = #fileID, line: UInt = #line
  ) -> EventLoopFuture<Value> {
    let completion = loop.makePromise(of: Value.self, file: fileID, line: line)
    cascade(to: completion, fileID: fileID, line: line)
    return completion.futureResult
  }

  /// Completes `completion` as this promise settles.
  ///
  /// ## Cancellation
  /// As for ``future(on:fileID:line:)``.
  ///
  /// - Parameter completion: completed by nobody else.
  public func cascade(
    to completion: EventLoopPromise<Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    whenSettled(fileID: fileID, line: line) { completion.completeWith($0) }
  }
}
