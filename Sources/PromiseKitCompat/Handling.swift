// The building blocks of this module's operators, on top of those that all compatibility modules
// share.

import AsyncPromises
import PromiseCompatSupport

/// An `AsyncPromises.Promise` that carries a value of any type.
@usableFromInline
typealias Core<T> = AsyncPromises.Promise<Transfer<T>>

extension AsyncPromises.Promise {
  /// Returns a promise with the same outcome. Cancelling it only withdraws from this one, which may
  /// have other consumers.
  func consumer<T>(_ origin: @autoclosure () -> Origin) -> Self where Value == Transfer<T> {
    if unhandledOutcome != nil { return self }
    return settle(.init(origin()), for: .values) { try $0.get().value }
  }

  /// Returns a promise that follows the one that `next` returns for the value.
  @inlinable
  func then<T, U: Thenable>(_ handling: Handling, _ next: @escaping (T) throws -> U) -> Core<U.T>
  where Value == Transfer<T> {
    follow(handling, for: .values, next, ifSelf: PMKError.returnedSelf) { next, outcome in
      try next(outcome.get().value).core
    }
  }

  /// Returns a promise that follows the one that `next` returns for the error, if the policy lets
  /// that through.
  @inlinable
  func recover<T, U: Thenable>(
    _ handling: Handling, _ policy: CatchPolicy, _ next: @escaping (any Error) throws -> U
  ) -> Self where Value == Transfer<T>, U.T == T {
    follow(handling, for: policy.purpose, next, ifSelf: PMKError.returnedSelf) { next, outcome in
      guard case .failure(let error) = outcome, policy.takes(error) else { return Self(outcome) }
      return try next(error).core
    }
  }
}
