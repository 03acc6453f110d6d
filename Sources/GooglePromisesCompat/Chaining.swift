// The operators that continue a chain.

import AsyncPromises
import Dispatch
import PromiseCompatSupport

extension Handling {
  /// Creates the handling of an operator, which hops to its queue whatever the outcome.
  @usableFromInline
  init(_ kind: Operator, _ fileID: StaticString, _ line: UInt, on queue: DispatchQueue) {
    self.init(kind, fileID, line, queue, passesInTurn: true)
  }
}

extension Promise {
  /// The type of the closure that `then` calls with the value.
  public typealias Then<Result> = (Value) throws -> Result

  /// The type of the closure that `catch` calls with the error.
  public typealias Catch = (any Error) -> Void

  /// The type of the closure that `reduce` calls with the result so far and the next element.
  public typealias Reducer<Element> = (Value, Element) throws -> Promise<Value>

  /// Returns a promise that settles like the promise returned by `work`, or is rejected with the
  /// error that `work` throws or with this promise's error.
  @discardableResult @inlinable
  public func then<Result>(
    on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping Then<Promise<Result>>
  ) -> Promise<Result> {
    Promise<Result>(
      core:
        core.follow(.init("then", fileID, line, on: queue), for: .values, work) {
          work, outcome in try work(outcome.get().value).core
        }
    )
  }

  /// Returns a promise that is fulfilled with the result of `work`, or rejected with the error that
  /// `work` throws or with this promise's error.
  @discardableResult @inlinable
  public func then<Result>(
    on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping Then<Result>
  ) -> Promise<Result> {
    Promise<Result>(
      core:
        core.settle(.init("then", fileID, line, on: queue), for: .values, work) {
          work, outcome in try checked(work(outcome.get().value))
        }
    )
  }

  /// Returns a promise that is fulfilled with the same value when `work` has returned, or rejected
  /// with the error that `work` throws or with this promise's error.
  @discardableResult @inlinable
  public func then(
    on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping Then<Void>
  ) -> Promise {
    Promise(core: core.get(.init("then", fileID, line, on: queue), work))
  }

  /// Returns a promise that settles like this promise, after `reject` has received the error if
  /// there is one.
  @discardableResult @inlinable
  public func `catch`(
    on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
    _ reject: @escaping Catch
  ) -> Promise {
    Promise(
      core:
        core.pass(.init("catch", fileID, line, on: queue), for: .failures, reject) {
          reject, outcome in
          if case .failure(let error) = outcome { try reject(error) }
          return true
        }
    )
  }

  /// Returns a promise that settles like this promise after `work` has run, whatever the outcome.
  @discardableResult @inlinable
  public func always(
    on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping () -> Void
  ) -> Promise {
    Promise(
      core:
        core.ensure(.init("always", fileID, line, on: queue)) { work() }
    )
  }

  /// Returns a promise that is fulfilled with this promise's value or, after a rejection, settles
  /// like the promise that `recovery` returns for the error.
  ///
  /// If `recovery` throws, the returned promise is rejected with that error.
  @discardableResult @inlinable
  public func recover(
    on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
    _ recovery: @escaping (any Error) throws -> Promise
  ) -> Promise {
    Promise(
      core:
        core.follow(.init("recover", fileID, line, on: queue), for: .failures, recovery) {
          recovery, outcome in
          guard case .failure(let error) = outcome else { return Core(outcome) }
          return try recovery(error).core
        }
    )
  }

  /// Returns a promise that is fulfilled with this promise's value or, after a rejection, with the
  /// result of `recovery` for the error.
  ///
  /// If `recovery` throws, the returned promise is rejected with that error.
  @discardableResult @inlinable
  public func recover(
    on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
    _ recovery: @escaping (any Error) throws -> Value
  ) -> Promise {
    Promise(
      core:
        core.settle(.init("recover", fileID, line, on: queue), for: .failures, recovery) {
          recovery, outcome in
          guard case .failure(let error) = outcome else { return try outcome.get().value }
          return try checked(recovery(error))
        }
    )
  }

  /// Returns a promise that settles like this promise, unless `predicate` returns `false` for the
  /// value, in which case it is rejected with ``PromiseError/validationFailure``.
  @discardableResult @inlinable
  public func validate(
    on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
    _ predicate: @escaping (Value) -> Bool
  ) -> Promise {
    Promise(
      core:
        core.pass(.init("validate", fileID, line, on: queue), for: .values, predicate) {
          predicate, outcome in
          guard try predicate(outcome.get().value) else { throw PromiseError.validationFailure }
          return false
        }
    )
  }

  /// Returns a promise for the result of combining the value with each item in turn, using
  /// `reducer`.
  ///
  /// It is rejected with this promise's error, with an error that `reducer` throws, or with the
  /// error of a promise that `reducer` returns.
  @discardableResult @inlinable
  public func reduce<Element>(
    on queue: DispatchQueue = .promises, _ items: Element..., fileID: StaticString = #fileID,
    line: UInt = #line, combine reducer: @escaping Reducer<Element>
  ) -> Promise<Value> {
    reduce(on: queue, items, fileID: fileID, line: line, reducer)
  }

  /// Returns a promise for the result of combining the value with each element of a sequence in
  /// turn, using `reducer`.
  ///
  /// If the sequence is empty, the call returns this promise itself; otherwise it behaves like the
  /// variadic `reduce`.
  @discardableResult @inlinable
  public func reduce<Container: Sequence>(
    on queue: DispatchQueue = .promises, _ items: Container, fileID: StaticString = #fileID,
    line: UInt = #line, _ reducer: @escaping Reducer<Container.Element>
  ) -> Promise<Value> {
    items.reduce(self) { promise, item in
      Promise(
        core:
          promise.core.follow(
            .init("reduce", fileID, line, on: queue), for: .values,
            { try reducer($0, item) }
          ) { step, outcome in try step(outcome.get().value).core }
      )
    }
  }
}
