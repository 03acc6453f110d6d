// The promise of this vocabulary: an object around a promise of ours.

import AsyncPromises
import Dispatch
import Foundation

/// A promise of ours that carries a value of any type.
@usableFromInline
typealias Core<Value> = AsyncPromises.Promise<Transfer<Value>>

/// The outcome of work that may still be running: a value, or the error that came instead.
///
/// It has the vocabulary and the meanings of google/promises 2.4, on the core of AsyncPromises: it
/// can be awaited and cancelled, counts in tests, and is reported when its rejection is never
/// handled.
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
  /// What only this object can settle is reported when the object goes.
  private let writeEnd: AsyncPromises.Resolver<Transfer<Value>>?

  /// A promise that something else settles.
  @usableFromInline
  init(core: Core<Value>) { (self.core, writeEnd) = (core, nil) }

  /// A promise that handlers settle, which keep the object until they run.
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
  /// When the last reference to it is released while it is pending, what waits for it stays
  /// pending, too.
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

  /// Creates a promise that is fulfilled with `value`, or rejected with it if it is an error in
  /// Foundation, too.
  ///
  /// A `String` that an app has made an error fulfills.
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

  /// Fulfils a pending promise; a settled promise does not change.
  ///
  /// A value that is an error rejects the promise, but for an error that is a class of Swift or a
  /// type such as `String`, which is no error in Foundation.
  ///
  /// A derived promise can be settled as well; it then stops waiting.
  @inlinable
  public func fulfill(_ resolution: Value) {
    core.settle(with: Result { Transfer(try checked(resolution)) })
  }

  /// Rejects a pending promise; a settled promise does not change.
  ///
  /// A derived promise can be settled as well; it then stops waiting.
  @inlinable
  public func reject(_ error: any Error) { core.settle(with: .failure(error)) }
}

extension Promise {
  /// Whether there is no outcome yet.
  public var isPending: Bool { core.unhandledSeenOutcome == nil }

  /// Whether the outcome is a value.
  public var isFulfilled: Bool {
    if case .success? = core.unhandledSeenOutcome { true } else { false }
  }

  /// Whether the outcome is an error.
  public var isRejected: Bool {
    if case .failure? = core.unhandledSeenOutcome { true } else { false }
  }

  /// The value of a fulfilled promise, or `nil`; `nil`, too, for a value that is `nil`.
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
