// The write end of a promise.

import AsyncPromises
import PromiseCompatSupport

/// The write end of a promise.
///
/// The first call wins; later calls are no-ops.
///
/// ```swift
/// let data = Promise { seal in
///   api.load(url) { data, error in seal.resolve(data, error) }
/// }
/// ```
public final class Resolver<T>: @unchecked Sendable {
  @usableFromInline let core: AsyncPromises.Resolver<Transfer<T>>
  private let event: LogEvent

  @usableFromInline
  init(
    _ core: AsyncPromises.Resolver<Transfer<T>>, logs event: LogEvent = .pendingPromiseDeallocated
  ) {
    (self.core, self.event) = (core, event)
  }

  deinit {
    if core.isPending { conf.logHandler(event) }
  }
}

extension Resolver {
  /// Fulfills the promise.
  @inlinable
  public func fulfill(_ value: T) { core.settle(with: .success(Transfer(value))) }

  /// Rejects the promise.
  @inlinable
  public func reject(_ error: any Error) { core.settle(with: .failure(error)) }

  /// Settles the promise.
  public func resolve(_ result: Result<T>) {
    switch result {
    case .fulfilled(let value): fulfill(value)
    case .rejected(let error): reject(error)
    }
  }

  /// Rejects the promise with the error, if any, or else fulfills it with the value; with neither,
  /// rejects it with ``PMKError/invalidCallingConvention``.
  public func resolve(_ obj: T?, _ error: (any Error)?) {
    guard error == nil, let obj else { return reject(error ?? PMKError.invalidCallingConvention) }
    fulfill(obj)
  }

  /// Rejects the promise with the error, if any, or else fulfills it with the value.
  public func resolve(_ obj: T, _ error: (any Error)?) {
    if let error { reject(error) } else { fulfill(obj) }
  }

  /// Settles the promise like `resolve(_:_:)`, for callbacks that pass the error before the value.
  public func resolve(_ error: (any Error)?, _ obj: T?) { resolve(obj, error) }

  /// Settles the promise with a standard library `Result`.
  public func resolve<E: Error>(_ result: Swift.Result<T, E>) {
    switch result {
    case .success(let value): fulfill(value)
    case .failure(let error): reject(error)
    }
  }
}

extension Resolver where T == Void {
  /// Rejects the promise with the error, if any, or else fulfills it.
  public func resolve(_ error: (any Error)?) { resolve((), error) }

  /// Fulfills a promise that has no value.
  public func fulfill_() { fulfill(()) }
}
