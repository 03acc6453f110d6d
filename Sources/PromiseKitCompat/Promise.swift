// This module's promise: a wrapper around an `AsyncPromises.Promise`.

import AsyncPromises
import PromiseCompatSupport

/// A value or an error, available now or later.
///
/// It has the API and behavior of PromiseKit 8, built on the core of AsyncPromises: you can await
/// and cancel it, `AsyncPromisesTesting` tracks it, and an unhandled rejection is reported.
///
/// ```swift
/// server.login(name).then { user in
///   server.avatar(of: user)
/// }.done { avatar in
///   view.image = avatar
/// }.catch { error in
///   view.show(error)
/// }
/// ```
public final class Promise<T>: Thenable, CatchMixin, @unchecked Sendable {
  @usableFromInline let core: Core<T>

  /// Creates a promise that lives until it is settled, since whatever settles it keeps it alive.
  @inlinable
  convenience init(core: Core<T>) {
    self.init(unkept: core)
    core.keep(self)
  }

  /// Creates a promise that nothing keeps alive, such as one that only its resolver settles.
  @inlinable
  init(unkept core: Core<T>) { self.core = core }

  /// Returns a promise that is fulfilled with `value`.
  @inlinable
  public static func value(_ value: T) -> Promise<T> {
    Promise(core: .fulfilled(Transfer(value)))
  }

  /// Creates a promise that is rejected with `error`.
  @inlinable
  public convenience init(
    error: any Error, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(core: .rejected(error, fileID: fileID, line: line))
  }

  /// Creates a promise with the outcome of `bridge`, such as a guarantee.
  ///
  /// When cancelled, it withdraws from `bridge`, which is cancelled if it has no other consumer.
  public convenience init<U: Thenable>(_ bridge: U) where U.T == T {
    let core = bridge.core
    self.init(core: core.consumer(Origin("promise", whereMade: core.cell.origin)))
  }

  /// Creates a promise that is settled by the resolver passed to `body`.
  ///
  /// The body runs at once, on the caller's stack; an error that it throws rejects the promise. If
  /// the resolver is released without settling the promise, the promise stays pending, and
  /// ``LogEvent/pendingPromiseDeallocated`` is logged.
  @inlinable
  public convenience init(
    fileID: StaticString = #fileID, line: UInt = #line,
    resolver body: (Resolver<T>) throws -> Void
  ) {
    let (core, resolver) = Core<T>.pending(fileID: fileID, line: line)
    self.init(unkept: core)
    let seal = Resolver(resolver)
    // If the body throws, the promise must be rejected with that error before it breaks.
    withExtendedLifetime(seal) {
      do {
        try body(seal)
      } catch {
        seal.reject(error)
      }
    }
  }

  /// Creates a pending promise and the resolver that settles it.
  @inlinable
  public class func pending(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> (promise: Promise<T>, resolver: Resolver<T>) {
    let (core, resolver) = Core<T>.pending(fileID: fileID, line: line)
    return (Promise(unkept: core), Resolver(resolver))
  }

  /// Calls `to` with the outcome, on the thread that settles the promise, or at once if it is
  /// already settled.
  public func pipe(to: @escaping (Result<T>) -> Void) {
    core.pipe(Origin("pipe", whereMade: core.cell.origin)) { to(Result($0)) }
  }

  /// The outcome, or `nil` while the promise is pending.
  @inlinable
  public var result: Result<T>? { core.seenOutcome.map { Result($0) } }
}

extension Promise where T == Void {
  /// Creates a promise that is already fulfilled.
  @inlinable
  public convenience init() { self.init(core: .fulfilled(Transfer(()))) }

  /// A promise that is already fulfilled.
  @inlinable
  public static var value: Promise<Void> { Promise() }
}

extension Promise: CustomStringConvertible, CustomDebugStringConvertible {
  /// The outcome, or the type of a pending promise's value.
  ///
  /// Printing a failure does not count as handling it.
  public var description: String {
    switch core.unhandledSeenOutcome {
    case nil: "Promise(…\(T.self))"
    case .success(let value)?: "Promise(\(value.value))"
    case .failure(let error)?: "Promise(\(error))"
    }
  }

  /// The state, followed by the value, by the error and its type, or by the number of handlers that
  /// a pending promise has.
  public var debugDescription: String {
    switch core.unhandledSeenOutcome {
    case nil: "Promise<\(T.self)>.pending(handlers: \(core.cell.consumerCount))"
    case .success(let value)?: "Promise<\(T.self)>.fulfilled(\(value.value))"
    case .failure(let error)?: "Promise<\(T.self)>.rejected(\(type(of: error)).\(error))"
    }
  }
}
