// The operators of promises that can fail.

import AsyncPromises
import Dispatch
import PromiseCompatSupport

/// A promise that may be rejected.
public protocol CatchMixin: Thenable {}

/// The end of a chain, after its `catch`.
public class PMKFinalizer: @unchecked Sendable {
  private let core: Core<Void>

  @usableFromInline
  init(_ core: Core<Void>) { self.core = core }

  /// Calls `body` when the chain has ended, whatever the outcome.
  public func finally(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping () -> Void
  ) {
    _ = core.settle(.init("finally", fileID, line, on, flags)) { _ in body() }
  }
}

extension CatchMixin {
  /// Calls `body` with the error, and ends the chain.
  @discardableResult @inlinable
  public func `catch`(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping (any Error) -> Void
  ) -> PMKFinalizer {
    let handling = Handling("catch", fileID, line, on, flags)
    let handled = core.pass(handling, for: policy.purpose, body) { body, outcome in
      guard case .failure(let error) = outcome, policy.takes(error) else { return false }
      try body(error)
      return true
    }
    return PMKFinalizer(handled.settle(Handling(.none)) { _ in })
  }

  /// Returns a promise that settles like this promise or, if `body` receives its error, like the
  /// promise that `body` returns.
  @inlinable
  public func recover<U: Thenable>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping (any Error) throws -> U
  ) -> Promise<T> where U.T == T {
    Promise(core: core.recover(.init("recover", fileID, line, on, flags), policy, body))
  }

  /// Returns a guarantee that is resolved with this promise's value or, after a rejection, with the
  /// value of the guarantee that `body` returns for the error.
  @discardableResult @inlinable
  public func recover(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping (any Error) -> Guarantee<T>
  ) -> Guarantee<T> {
    Guarantee(core: core.recover(.init("recover", fileID, line, on, flags), .allErrors, body))
  }

  /// Returns a promise that settles like this promise after `body` has run, whatever the outcome.
  @inlinable
  public func ensure(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping () -> Void
  ) -> Promise<T> {
    Promise(core: core.ensure(.init("ensure", fileID, line, on, flags), body))
  }

  /// Returns a promise that settles like this promise after the guarantee returned by `body` is
  /// resolved, whatever the outcome.
  @inlinable
  public func ensureThen(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping () -> Guarantee<Void>
  ) -> Promise<T> {
    Promise(core: core.ensure(.init("ensureThen", fileID, line, on, flags)) { body().core })
  }

  /// Ends the chain, and logs any error that is not a cancellation.
  @discardableResult
  public func cauterize(fileID: StaticString = #fileID, line: UInt = #line) -> PMKFinalizer {
    self.catch(fileID: fileID, line: line) { conf.logHandler(.cauterized($0)) }
  }
}

extension CatchMixin where T == Void {
  /// Returns a guarantee that is resolved once this promise is fulfilled or `body` has handled its
  /// error.
  @discardableResult
  public func recover(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping (any Error) -> Void
  ) -> Guarantee<Void> {
    Guarantee(core: core.recover(.init("recover", fileID, line, on, flags), .allErrors, body))
  }

  /// Returns a promise that is fulfilled once this promise is fulfilled or `body` has handled its
  /// error.
  ///
  /// It is rejected with the error that `body` throws, or with this promise's error if the policy
  /// withholds it from `body`.
  public func recover(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping (any Error) throws -> Void
  ) -> Promise<Void> {
    Promise(core: core.recover(.init("recover", fileID, line, on, flags), policy, body))
  }
}

extension AsyncPromises.Promise<Transfer<Void>> {
  /// Returns a promise that is fulfilled when `body` has run for an error that the policy lets
  /// through.
  fileprivate func recover(
    _ handling: Handling, _ policy: CatchPolicy, _ body: @escaping (any Error) throws -> Void
  ) -> Self {
    settle(handling, for: policy.purpose, body) { body, outcome in
      guard case .failure(let error) = outcome, policy.takes(error) else {
        return try outcome.get().value
      }
      try body(error)
    }
  }
}
