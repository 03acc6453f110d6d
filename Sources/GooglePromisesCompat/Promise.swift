// The promise of this vocabulary: an object around a promise of ours.

import AsyncPromises
import Dispatch
import Foundation

/// A promise of ours that carries a value of any type.
@usableFromInline
typealias Core<Value> = AsyncPromises.Promise<Transfer<Value>>

/// A value, or an error in its place, now or later.
///
/// It has the API and the behaviour of google/promises 2.4, on the core of AsyncPromises: you can
/// await and cancel it, tests count it, and a rejection that nobody handles is reported.
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
  /// Only this object can settle it; reported when the object is released.
  private let writeEnd: AsyncPromises.Resolver<Transfer<Value>>?

  /// Something else settles it.
  @usableFromInline
  init(core: Core<Value>) { (self.core, writeEnd) = (core, nil) }

  /// Handlers settle it, and keep the object until they run.
  @usableFromInline
  init(derived makeCore: (Keeper) -> Core<Value>) {
    let keeper = Keeper()
    (core, writeEnd) = (makeCore(keeper), nil)
    keeper.hold(self)
  }

  @inlinable
  static func derived(_ makeCore: (Keeper) -> Core<Value>) -> Promise {
    Promise(derived: makeCore)
  }

  /// Creates a pending promise.
  ///
  /// If it is released while pending, promises that wait for it stay pending, too.
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

  /// Creates a promise that is fulfilled with `value`, or rejected with it if Foundation, too,
  /// treats it as an error.
  ///
  /// A `String` that an app conforms to `Error` fulfills.
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

  /// Fulfils the promise; a no-op if it is settled.
  ///
  /// A value that is an error rejects the promise, except for a Swift class, or a type such as
  /// `String` that is no error in Foundation.
  ///
  /// A derived promise can be settled, too; it then stops waiting.
  @inlinable
  public func fulfill(_ resolution: Value) {
    core.settle(with: Result { Transfer(try checked(resolution)) })
  }

  /// Rejects the promise; a no-op if it is settled.
  ///
  /// A derived promise can be settled, too; it then stops waiting.
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
  /// Reading it counts as handling it.
  @inlinable
  public var error: (any Error)? {
    if case .failure(let error)? = core.seenOutcome { error } else { nil }
  }
}

extension Promise: CustomStringConvertible {
  /// The state, with the outcome or the type of the value.
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
