// This module's promise: a wrapper around an `AsyncPromises.Promise`.

import AsyncPromises
import Dispatch
import Foundation
import PromiseCompatSupport

/// An `AsyncPromises.Promise` that carries a value of any type.
@usableFromInline
typealias Core<Value> = AsyncPromises.Promise<Transfer<Value>>

/// A value or an error, available now or later.
///
/// It has the API and behavior of google/promises 2.4, built on the core of AsyncPromises: you can
/// await and cancel it, `AsyncPromisesTesting` tracks it, and an unhandled rejection is reported.
///
/// ```swift
/// server.login(name).then { user in
///   server.avatar(of: user)
/// }.then { avatar in
///   view.image = avatar
/// }.catch { error in
///   view.show(error)
/// }
/// ```
public final class Promise<Value>: @unchecked Sendable {
  @usableFromInline let core: Core<Value>
  /// Only this object can settle the promise; releasing it while the promise is pending is
  /// reported.
  private let writeEnd: AsyncPromises.Resolver<Transfer<Value>>?

  /// Creates a promise that lives until it is settled, since whatever settles it keeps it alive.
  @usableFromInline
  convenience init(core: Core<Value>) {
    self.init(unkept: core)
    core.keep(self)
  }

  /// Creates a promise that something else settles, and that nothing keeps alive.
  init(unkept core: Core<Value>) { (self.core, writeEnd) = (core, nil) }

  /// Creates a pending promise.
  ///
  /// If it is released while pending, promises that wait for it also stay pending.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    (core, writeEnd) = Core<Value>.pending(fileID: fileID, line: line)
  }

  /// Returns a pending promise.
  public static func pending(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    Promise(fileID: fileID, line: line)
  }

  /// Creates a promise that is rejected with `error`.
  @inlinable
  public convenience init(
    _ error: any Error, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(core: .rejected(error, fileID: fileID, line: line))
  }

  /// Creates a promise that is rejected with `value`, or fulfilled with it if its type is a Swift
  /// class or one that Foundation does not treat as an error.
  ///
  /// For example, a `String` fulfills the promise even if the app conforms `String` to `Error`.
  @inlinable
  public convenience init(
    _ value: Value, fileID: StaticString = #fileID, line: UInt = #line
  ) where Value: Error {
    self.init(core: Core(Result { Transfer(try checked(value)) }, fileID: fileID, line: line))
  }

  /// Creates a promise that is fulfilled with the value of `work`, or rejected with the error that
  /// it throws or returns.
  @_disfavoredOverload @inlinable
  public convenience init(
    fileID: StaticString = #fileID, line: UInt = #line, _ work: @autoclosure () throws -> Value
  ) {
    self.init(
      core: Core(Result { Transfer(try checked(work())) }, fileID: fileID, line: line))
  }

  /// Fulfills the promise; does nothing if it is already settled.
  ///
  /// A value that is an error rejects the promise, unless its type is a Swift class, or a type such
  /// as `String` that Foundation does not treat as an error.
  ///
  /// A derived promise can be settled this way too; it then stops waiting for its source.
  @inlinable
  public func fulfill(_ resolution: Value) {
    core.settle(with: Result { Transfer(try checked(resolution)) })
  }

  /// Rejects the promise; does nothing if it is already settled.
  ///
  /// A derived promise can be settled this way too; it then stops waiting for its source.
  @inlinable
  public func reject(_ error: any Error) { core.settle(with: .failure(error)) }
}

extension Promise {
  /// Whether the promise is pending.
  public var isPending: Bool { core.unhandledSeenOutcome == nil }

  /// Whether the promise is fulfilled.
  public var isFulfilled: Bool {
    if case .success? = core.unhandledSeenOutcome { true } else { false }
  }

  /// Whether the promise is rejected.
  public var isRejected: Bool {
    if case .failure? = core.unhandledSeenOutcome { true } else { false }
  }

  /// The value of a fulfilled promise, or `nil`; also `nil` if the value itself is `nil`.
  public var value: Value? {
    guard case .success(let value)? = core.seenOutcome, !isNil(value.value) else { return nil }
    return value.value
  }

  /// The error of a rejected promise, or `nil`.
  ///
  /// Reading the error counts as handling it.
  @inlinable
  public var error: (any Error)? {
    if case .failure(let error)? = core.seenOutcome { error } else { nil }
  }
}

extension Promise: CustomStringConvertible {
  /// The state, with the outcome or, while pending, the type of the value.
  ///
  /// Printing a failure does not count as handling it.
  public var description: String {
    switch core.unhandledSeenOutcome {
    case nil: "Pending: \(Value.self)"
    case .success(let value)?: "Fulfilled: \(value.value)"
    case .failure(let error)?: "Rejected: \(error)"
    }
  }
}
