// Between this vocabulary and that of AsyncPromises: a chain may cross as often as it likes.

import AsyncPromises

extension Promise where Value: Sendable {
  /// A promise of AsyncPromises with the same outcome, which can be awaited.
  ///
  /// Cancelling it withdraws from this promise, which is cancelled if it has no other consumer.
  public var asyncPromise: AsyncPromises.Promise<Value> { core.asyncPromise() }

  /// Creates a promise with the outcome of a promise of AsyncPromises.
  ///
  /// Cancelling it withdraws from `promise`, which is cancelled if that has no other consumer.
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
  /// Waits for the value; throws the error that the promise is rejected with.
  ///
  /// The task resumes where it waits, without a hop to a queue. When the waiting task is cancelled,
  /// the wait ends at once with `CancellationError`; the promise is not affected. A wait for a
  /// promise that can no longer settle throws `AsyncPromises.PromiseError.broken(createdAt:)`.
  nonisolated(nonsending) public func async() async throws -> Value {
    try await core.ownValue().value
  }

  /// Rejects a pending promise with `CancellationError`, and withdraws from the promises it waits
  /// for.
  ///
  /// A promise whose last consumer is cancelled is cancelled too, and so on upstream.
  public func cancel() { core.cancel() }
}
