// What promises and guarantees have in common.

import AsyncPromises
import Dispatch
import PromiseCompatSupport

/// A promise or a guarantee.
public protocol Thenable: AnyObject {
  /// The type of the value.
  associatedtype T

  /// Calls `to` with the outcome, once there is one.
  func pipe(to: @escaping (Result<T>) -> Void)

  /// The outcome, or `nil` while pending.
  var result: Result<T>? { get }
}

extension Thenable {
  /// The underlying core promise or, for a type from another module, a promise settled through
  /// `pipe`.
  @inlinable
  var core: Core<T> {
    if let promise = self as? Promise<T> { return promise.core }
    if let guarantee = self as? Guarantee<T> { return guarantee.core }
    return piped()
  }

  /// A promise for a type from another module. It has no line of its own: reports name those of the
  /// operators that use it.
  @usableFromInline
  func piped() -> Core<T> {
    let core = Core<T>(cell: ValueCell(.none))
    pipe { result in
      switch result {
      case .fulfilled(let value): core.settle(with: .success(Transfer(value)))
      case .rejected(let error): core.settle(with: .failure(error))
      }
    }
    return core
  }

  /// The outcome; reading it does not count as handling a failure.
  private var unhandledResult: Result<T>? {
    guard let promise = self as? Promise<T> else { return result }
    return promise.core.unhandledSeenOutcome.map { Result($0) }
  }
}

extension Thenable {
  /// Returns a promise that settles like the promise returned by `body`, or is rejected with the
  /// error that `body` throws or with this promise's error.
  ///
  /// If `body` returns the very promise that it is meant to settle, that promise is rejected with
  /// ``PMKError/returnedSelf``.
  @inlinable
  public func then<U: Thenable>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping (T) throws -> U
  ) -> Promise<U.T> {
    Promise(core: core.then(.init("then", fileID, line, on, flags), body))
  }

  /// Returns a promise that is fulfilled with the result of `transform`, or rejected with the error
  /// that `transform` throws or with this promise's error.
  @inlinable
  public func map<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (T) throws -> U
  ) -> Promise<U> {
    Promise(core: core.map(.init("map", fileID, line, on, flags), transform))
  }

  /// Same as `map`, except that the promise is rejected with ``PMKError/compactMap(_:_:)`` if
  /// `transform` returns `nil`.
  @inlinable
  public func compactMap<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (T) throws -> U?
  ) -> Promise<U> {
    Promise(
      core: core.map(.init("compactMap", fileID, line, on, flags)) { value in
        guard let new = try transform(value) else { throw PMKError.compactMap(value, U.self) }
        return new
      })
  }

  /// Returns a promise that is fulfilled when `body` has returned, or rejected with the error that
  /// `body` throws or with this promise's error.
  @inlinable
  public func done(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping (T) throws -> Void
  ) -> Promise<Void> {
    Promise(core: core.map(.init("done", fileID, line, on, flags), body))
  }

  /// Returns a promise that is fulfilled with the same value when `body` has returned, or rejected
  /// with the error that `body` throws or with this promise's error.
  @inlinable
  public func get(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping (T) throws -> Void
  ) -> Promise<T> {
    Promise(core: core.get(.init("get", fileID, line, on, flags), body))
  }

  /// Returns a promise that settles like this promise after `body` has received the outcome.
  @inlinable
  public func tap(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping (Result<T>) -> Void
  ) -> Promise<T> {
    Promise(
      core: core.pass(.init("tap", fileID, line, on, flags), body) { body, outcome in
        try body(Result(outcome))
        return true
      })
  }

  /// Returns a promise that settles like this promise, but without its value.
  public func asVoid(fileID: StaticString = #fileID, line: UInt = #line) -> Promise<Void> {
    Promise(core: core.map(.init("asVoid", fileID, line)) { _ in })
  }
}

extension Thenable {
  /// The error of a rejected promise, or `nil`.
  ///
  /// Reading the error counts as handling it.
  @inlinable
  public var error: (any Error)? {
    if case .rejected(let error) = result { error } else { nil }
  }

  /// Whether the promise is pending.
  public var isPending: Bool { unhandledResult == nil }

  /// Whether the promise is settled.
  public var isResolved: Bool { !isPending }

  /// Whether the promise is fulfilled.
  public var isFulfilled: Bool { if case .fulfilled = unhandledResult { true } else { false } }

  /// Whether the promise is rejected.
  public var isRejected: Bool { if case .rejected = unhandledResult { true } else { false } }

  /// The value of a fulfilled promise, or `nil`.
  @inlinable
  public var value: T? {
    if case .fulfilled(let value) = result { value } else { nil }
  }
}
