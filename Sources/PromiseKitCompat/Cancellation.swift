// Cancellation, which PromiseKit 8 lacks: the part of version 7's API that needs nothing extra.

import AsyncPromises
import Dispatch
import PromiseCompatSupport

/// A type whose instances can be cancelled.
public protocol Cancellable {
  /// Cancels the instance.
  func cancel()

  /// Whether the instance is cancelled.
  var isCancelled: Bool { get }
}

extension DispatchWorkItem: Cancellable {}

/// Another name for ``Promise``, since every promise can be cancelled.
public typealias CancellablePromise<T> = Promise<T>

extension Promise: Cancellable {
  /// Rejects the promise with ``PMKError/cancelled`` if it is pending, and withdraws it from the
  /// promises it waits for.
  ///
  /// A promise whose last consumer is cancelled is cancelled too, and so on upstream.
  public func cancel() { cancel(with: PMKError.cancelled) }

  /// Cancels the promise like ``cancel()``, but rejects it with `error`.
  public func cancel(with error: any Error) { core.cancel(with: error) }

  /// Whether the promise is rejected with an error that counts as a cancellation.
  public var isCancelled: Bool {
    if case .failure(let error)? = core.unhandledOutcome { error.isCancelled } else { false }
  }

  /// Creates a promise that is settled by the resolver passed to `body`, and that cancels
  /// `cancellable` when it is cancelled.
  public convenience init(
    cancellable: any Cancellable, fileID: StaticString = #fileID, line: UInt = #line,
    resolver body: (Resolver<T>) throws -> Void
  ) {
    nonisolated(unsafe) let cancellable = cancellable
    self.init(fileID: fileID, line: line) { seal in
      seal.core.onCancel { cancellable.cancel() }
      try body(seal)
    }
  }
}

extension Thenable {
  /// Returns a promise that has the same outcome but can be cancelled on its own.
  ///
  /// Cancelling it cancels this promise only if this promise has no other consumer.
  public func cancellize(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> CancellablePromise<T> {
    Promise(core: core.consumer(Origin("cancellize", fileID, line)))
  }
}
