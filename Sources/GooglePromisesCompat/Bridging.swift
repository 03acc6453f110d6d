// Conversions to and from AsyncPromises, which a chain may use as often as it needs.

import AsyncPromises
import PromiseCompatSupport

extension Promise where Value: Sendable {
  /// An `AsyncPromises.Promise` with the same outcome, which can be awaited.
  ///
  /// When cancelled, it withdraws from this promise, which is cancelled if it has no other
  /// consumer.
  public var asyncPromise: AsyncPromises.Promise<Value> { core.asyncPromise() }

  /// Creates a promise with the outcome of an `AsyncPromises.Promise`.
  ///
  /// When cancelled, it withdraws from `promise`, which is cancelled if it has no other consumer.
  public convenience init(
    _ promise: AsyncPromises.Promise<Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      core: promise.settle(.init(Origin("asyncPromise", fileID, line)), for: .values) {
        try $0.get()
      })
  }
}

extension Promise {
  /// Waits for the value, or throws the error that the promise is rejected with.
  ///
  /// The task resumes in its own isolation; on the main actor, after the handlers that were added
  /// before this call and run on the main queue. When the waiting task is
  /// cancelled, the wait ends at once with `CancellationError`, and the promise is not affected.
  /// Waiting for a promise that can no longer settle throws
  /// `AsyncPromises.PromiseError.broken(createdAt:)`.
  nonisolated(nonsending) public func async() async throws -> Value {
    try await core.ownValue().value
  }

  /// Rejects the promise with `CancellationError` if it is pending, and withdraws it from the
  /// promises it waits for.
  ///
  /// A promise that thereby loses its last consumer is left in turn, and its work is stopped: it is
  /// then rejected with `AsyncPromises.PromiseError.abandoned(createdAt:)`. If it has nothing to
  /// stop, it stays pending.
  public func cancel() { core.cancel() }

  /// Returns a promise that settles like this promise and whose consumers can come and go without
  /// stopping the work.
  ///
  /// A promise whose work is stopped because its last consumer has left is rejected with
  /// `AsyncPromises.PromiseError.abandoned(createdAt:)`. Share a shielded one, as in a cache, with
  /// code that cancels its chains, or the tasks that wait for them.
  public func shielded(fileID: StaticString = #fileID, line: UInt = #line) -> Promise {
    Promise(unkept: core.shielded(fileID: fileID, line: line))
  }
}
