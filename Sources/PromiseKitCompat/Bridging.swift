// Between this vocabulary and that of AsyncPromises: a chain may cross as often as it likes.

import AsyncPromises

extension Promise where T: Sendable {
  /// A promise of AsyncPromises with the same outcome.
  ///
  /// Cancelling it withdraws from this promise, which is cancelled if it has no other consumer.
  public var asyncPromise: AsyncPromises.Promise<T> { core.asyncPromise() }

  /// Creates a promise with the outcome of a promise of AsyncPromises.
  ///
  /// Cancelling it withdraws from `promise`, whose work stops if it has no other consumer.
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
  /// A promise of AsyncPromises with the same value.
  ///
  /// If nothing can resolve the guarantee any more, it is rejected with
  /// `PromiseError.broken(createdAt:)`.
  public var asyncPromise: AsyncPromises.Promise<T> { core.asyncPromise() }
}
