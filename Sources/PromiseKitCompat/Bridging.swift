// Conversions to and from AsyncPromises, which a chain may use as often as it needs.

import AsyncPromises
import PromiseCompatSupport

extension Promise where T: Sendable {
  /// An `AsyncPromises.Promise` with the same outcome.
  ///
  /// When cancelled, it withdraws from this promise, which is cancelled if it has no other
  /// consumer.
  public var asyncPromise: AsyncPromises.Promise<T> { core.asyncPromise() }

  /// Creates a promise with the outcome of an `AsyncPromises.Promise`.
  ///
  /// When cancelled, it withdraws from `promise`, which is cancelled if it has no other consumer.
  public convenience init(
    _ promise: AsyncPromises.Promise<T>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      core: promise.settle(.init(Origin("asyncPromise", fileID, line)), for: .values) {
        try $0.get()
      })
  }
}

extension Guarantee where T: Sendable {
  /// An `AsyncPromises.Promise` with the same value.
  ///
  /// If the guarantee can no longer be resolved, the promise is rejected with
  /// `PromiseError.broken(createdAt:)`.
  public var asyncPromise: AsyncPromises.Promise<T> { core.asyncPromise() }
}
