// all, any and race. Nothing runs on their queues; the parameters only let existing calls compile.

import AsyncPromises
import Dispatch
import PromiseCompatSupport

// MARK: All

/// Returns a promise that is fulfilled with the values of all promises, in the same order, or
/// rejected with the first error.
///
/// After a rejection, the others continue. If there are no promises, it is fulfilled with an empty
/// array.
public func all<Value>(
  on queue: DispatchQueue = .promises, _ promises: Promise<Value>...,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<[Value]> {
  all(on: queue, promises, fileID: fileID, line: line)
}

/// Returns a promise that is fulfilled with the values of all promises, in the same order, or
/// rejected with the first error.
///
/// After a rejection, the others continue. If there are no promises, it is fulfilled with an empty
/// array.
public func all<Value, Container: Sequence>(
  on queue: DispatchQueue = .promises, _ promises: Container,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<[Value]> where Container.Element == Promise<Value> {
  Promise(core: .array(of: promises.map(\.core), Origin("all", fileID, line)))
}

/// Returns a promise that is fulfilled with both values, or rejected with the first error.
public func all<A, B>(
  on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<(A, B)> {
  Promise(core: .tuple(of: promiseA.core, promiseB.core, from: Origin("all", fileID, line)))
}

/// Returns a promise that is fulfilled with the three values, or rejected with the first error.
public func all<A, B, C>(
  on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>,
  _ promiseC: Promise<C>, fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<(A, B, C)> {
  Promise(
    core: .tuple(
      of: promiseA.core, promiseB.core, promiseC.core, from: Origin("all", fileID, line)))
}

/// Returns a promise that is fulfilled with the four values, or rejected with the first error.
public func all<A, B, C, D>(
  on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>,
  _ promiseC: Promise<C>, _ promiseD: Promise<D>,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<(A, B, C, D)> {
  Promise(
    core: .tuple(
      of: promiseA.core, promiseB.core, promiseC.core, promiseD.core,
      from: Origin("all", fileID, line)))
}

// MARK: Any

/// Returns a promise that is fulfilled with all outcomes, in the same order, once all promises are
/// settled and at least one is fulfilled.
///
/// If none is fulfilled, it is rejected with the last error. If there are no promises, it is
/// fulfilled with an empty array.
public func any<Value>(
  on queue: DispatchQueue = .promises, _ promises: Promise<Value>...,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<[Maybe<Value>]> {
  any(on: queue, promises, fileID: fileID, line: line)
}

/// Returns a promise that is fulfilled with all outcomes, in the same order, once all promises are
/// settled and at least one is fulfilled.
///
/// If none is fulfilled, it is rejected with the last error. If there are no promises, it is
/// fulfilled with an empty array.
public func any<Value, Container: Sequence>(
  on queue: DispatchQueue = .promises, _ promises: Container,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<[Maybe<Value>]> where Container.Element == Promise<Value> {
  let errors = Errors()
  let outcomes = Core.array(of: promises.map { $0.core.maybe(errors) }, .none)
  return any(outcomes, errors, .init("any", fileID, line))
}

/// Same as `any` with an array, but for two promises of different types.
public func any<A, B>(
  on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<(Maybe<A>, Maybe<B>)> {
  let errors = Errors()
  let outcomes = Core.tuple(
    of: promiseA.core.maybe(errors), promiseB.core.maybe(errors), from: .none)
  return any(outcomes, errors, .init("any", fileID, line))
}

/// Same as `any` with an array, but for three promises of different types.
public func any<A, B, C>(
  on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>,
  _ promiseC: Promise<C>, fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<(Maybe<A>, Maybe<B>, Maybe<C>)> {
  let errors = Errors()
  let outcomes = Core.tuple(
    of: promiseA.core.maybe(errors), promiseB.core.maybe(errors), promiseC.core.maybe(errors),
    from: .none)
  return any(outcomes, errors, .init("any", fileID, line))
}

/// Returns a promise for all outcomes, or for the last error if all promises failed.
private func any<U>(_ outcomes: Core<U>, _ errors: Errors, _ handling: Handling) -> Promise<U> {
  Promise(
    core: outcomes.settle(handling) { outcome in
      if let error = errors.lastOfAll { throw error }
      return try outcome.get().value
    })
}

/// Records the errors of `any`'s inputs in order of arrival, and whether any input was fulfilled.
private final class Errors: Sendable {
  private let last = SharedStack<any Error>()
  private let fulfilled = SharedStack<Void>()

  func note(_ outcome: Result<some Any, any Error>) {
    switch outcome {
    case .success: fulfilled.push(())
    case .failure(let error): last.push(error)
    }
  }

  /// The last error, if all failed.
  var lastOfAll: (any Error)? { fulfilled.top == nil ? last.top : nil }
}

extension AsyncPromises.Promise {
  /// Returns a promise for the outcome, which is first recorded in `errors`.
  fileprivate func maybe<T>(_ errors: Errors) -> Core<Maybe<T>> where Value == Transfer<T> {
    settle(.init(.none)) { outcome in
      errors.note(outcome)
      switch outcome {
      case .success(let value): return .value(value.value)
      case .failure(let error): return .error(error)
      }
    }
  }
}

// MARK: Race

/// Returns a promise that settles like the first promise to settle.
///
/// The others continue.
public func race<Value>(
  on queue: DispatchQueue = .promises, _ promises: Promise<Value>...,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> {
  race(on: queue, promises, fileID: fileID, line: line)
}

/// Returns a promise that settles like the first promise to settle.
///
/// The others continue. If there are no promises, it is rejected with
/// `AsyncPromises.PromiseError.emptyGroup`.
public func race<Value>(
  on queue: DispatchQueue = .promises, _ promises: [Promise<Value>],
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> {
  Promise(core: .race(of: promises.map(\.core), Origin("race", fileID, line)))
}
