// Cancellation, which PromiseKit 8 lacks. It needs no types of its own: version 7's `Cancellable`
// would be ambiguous beside Combine's, or that of a network library.

import AsyncPromises
import PromiseCompatSupport

extension Promise {
  /// Rejects the promise with ``PMKError/cancelled`` if it is pending, and withdraws it from the
  /// promises it waits for.
  ///
  /// A promise that thereby loses its last consumer is left in turn, and its work is stopped: it is
  /// then rejected with `PromiseError.abandoned(createdAt:)`. If it has nothing to stop, it stays
  /// pending.
  public func cancel() { cancel(with: PMKError.cancelled) }

  /// Cancels the promise like ``cancel()``, but rejects it with `error`.
  public func cancel(with error: any Error) { core.cancel(with: error) }

  /// Whether the promise is rejected with an error that counts as a cancellation.
  public var isCancelled: Bool {
    if case .failure(let error)? = core.unhandledOutcome { error.isCancelled } else { false }
  }

  /// Creates a promise that is settled by the resolver passed to `body`.
  ///
  /// When the promise is cancelled, or its last consumer leaves, `stop` is called once to stop the
  /// work. The work may have ended by then, and may even have settled the promise.
  ///
  /// ```swift
  /// let page = Promise<Data>(onCancel: { request.cancel() }) { seal in
  ///   request.start { seal.resolve($0, $1) }
  /// }
  /// ```
  public convenience init(
    onCancel stop: @escaping () -> Void, fileID: StaticString = #fileID, line: UInt = #line,
    resolver body: (Resolver<T>) throws -> Void
  ) {
    nonisolated(unsafe) let stop = stop
    self.init(fileID: fileID, line: line) { seal in
      seal.core.onCancel { stop() }
      try body(seal)
    }
  }
}

extension Promise {
  /// Returns a promise that settles like this promise and whose consumers can come and go without
  /// stopping the work.
  ///
  /// A promise whose work is stopped because its last consumer has left is rejected with
  /// `PromiseError.abandoned(createdAt:)`. Share a shielded one, as in a cache, with
  /// code that cancels its chains, or the tasks that wait for them.
  public func shielded(fileID: StaticString = #fileID, line: UInt = #line) -> Promise<T> {
    Promise(unkept: core.shielded(fileID: fileID, line: line))
  }
}

extension Thenable {
  /// Returns a promise that has the same outcome but can be cancelled on its own.
  ///
  /// Cancelling it leaves this promise, whose work is stopped only if it has no other consumer.
  public func cancellize(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<T> {
    Promise(core: core.consumer(Origin("cancellize", fileID, line)))
  }
}
