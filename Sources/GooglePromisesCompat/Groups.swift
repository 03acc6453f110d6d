// all, any and race. Nothing runs on their queues: the parameters are there for the sake of the
// calls.

import AsyncPromises
import Dispatch

// MARK: All

/// Returns a promise that is fulfilled with the values of all promises, in their order, or rejected
/// with the first rejection.
///
/// The others continue after a rejection. Without any promises, it is fulfilled with an empty
/// array.
public func all<Value>(
  on queue: DispatchQueue = .promises, _ promises: Promise<Value>...,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<[Value]> {
  all(on: queue, promises, fileID: fileID, line: line)
}

/// Returns a promise that is fulfilled with the values of all promises, in their order, or rejected
/// with the first rejection.
///
/// The others continue after a rejection. Without any promises, it is fulfilled with an empty
/// array.
public func all<Value, Container: Sequence>(
  on queue: DispatchQueue = .promises, _ promises: Container,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<[Value]> where Container.Element == Promise<Value> {
  let inputs = promises.map(\.core)
  return Promise(
    core: collect(inputs.map(\.cell), Origin(.all, fileID, line)) {
      inputs.map { $0.fulfilledValue() }
    })
}

/// Returns a promise that is fulfilled with both values, or rejected with the first rejection.
public func all<A, B>(
  on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<(A, B)> {
  let (a, b) = (promiseA.core, promiseB.core)
  return Promise(
    core: collect([a.cell, b.cell], Origin(.all, fileID, line)) {
      (a.fulfilledValue(), b.fulfilledValue())
    })
}

/// Returns a promise that is fulfilled with the three values, or rejected with the first rejection.
public func all<A, B, C>(
  on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>,
  _ promiseC: Promise<C>, fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<(A, B, C)> {
  let (a, b, c) = (promiseA.core, promiseB.core, promiseC.core)
  return Promise(
    core: collect([a.cell, b.cell, c.cell], Origin(.all, fileID, line)) {
      (a.fulfilledValue(), b.fulfilledValue(), c.fulfilledValue())
    })
}

/// Returns a promise that is fulfilled with the four values, or rejected with the first rejection.
public func all<A, B, C, D>(
  on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>,
  _ promiseC: Promise<C>, _ promiseD: Promise<D>,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<(A, B, C, D)> {
  let (a, b, c, d) = (promiseA.core, promiseB.core, promiseC.core, promiseD.core)
  return Promise(
    core: collect([a.cell, b.cell, c.cell, d.cell], Origin(.all, fileID, line)) {
      (a.fulfilledValue(), b.fulfilledValue(), c.fulfilledValue(), d.fulfilledValue())
    })
}

/// A promise of what `body` makes of the inputs when they are all fulfilled. It captures cores: a
/// group keeps none of the objects that alone can settle their promises.
private func collect<U>(
  _ inputs: [Cell], _ origin: @autoclosure () -> Origin, _ body: @escaping () -> U
) -> Core<U> {
  nonisolated(unsafe) let body = body
  return AsyncPromises.Promise.all(inputs, losers: .leave, origin()) { Transfer(body()) }
}

extension AsyncPromises.Promise {
  /// The value of an input that is known to be fulfilled.
  fileprivate func fulfilledValue<T>() -> T where Value == Transfer<T> {
    guard case .success(let value)? = current else {
      preconditionFailure("A group collects when its inputs are fulfilled.")
    }
    return value.value
  }
}

// MARK: Any

/// Returns a promise that is fulfilled with all outcomes, in their order, when all promises are
/// settled and one of them is fulfilled.
///
/// It is rejected with the last rejection when none is. Without any promises, it is fulfilled with
/// an empty array.
public func any<Value>(
  on queue: DispatchQueue = .promises, _ promises: Promise<Value>...,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<[Maybe<Value>]> {
  any(on: queue, promises, fileID: fileID, line: line)
}

/// Returns a promise that is fulfilled with all outcomes, in their order, when all promises are
/// settled and one of them is fulfilled.
///
/// It is rejected with the last rejection when none is. Without any promises, it is fulfilled with
/// an empty array.
public func any<Value, Container: Sequence>(
  on queue: DispatchQueue = .promises, _ promises: Container,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<[Maybe<Value>]> where Container.Element == Promise<Value> {
  let errors = Errors()
  let inputs = promises.map { $0.core.maybe(errors) }
  return any(inputs.map(\.cell), errors, .init(.any, fileID, line)) {
    inputs.map { $0.fulfilledValue() }
  }
}

/// Returns a promise like that of `any` of an array, for two promises of different types.
public func any<A, B>(
  on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<(Maybe<A>, Maybe<B>)> {
  let errors = Errors()
  let (a, b) = (promiseA.core.maybe(errors), promiseB.core.maybe(errors))
  return any([a.cell, b.cell], errors, .init(.any, fileID, line)) {
    (a.fulfilledValue(), b.fulfilledValue())
  }
}

/// Returns a promise like that of `any` of an array, for three promises of different types.
public func any<A, B, C>(
  on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>,
  _ promiseC: Promise<C>, fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<(Maybe<A>, Maybe<B>, Maybe<C>)> {
  let errors = Errors()
  let a = promiseA.core.maybe(errors)
  let b = promiseB.core.maybe(errors)
  let c = promiseC.core.maybe(errors)
  return any([a.cell, b.cell, c.cell], errors, .init(.any, fileID, line)) {
    (a.fulfilledValue(), b.fulfilledValue(), c.fulfilledValue())
  }
}

/// The promise of all outcomes, or of the last error where there is nothing else.
private func any<U>(
  _ inputs: [Cell], _ errors: Errors, _ handling: Handling, _ body: @escaping () -> U
) -> Promise<U> {
  Promise(
    core: collect(inputs, .none, body).settle(handling) { outcome in
      if let error = errors.lastOfAll { throw error }
      return try outcome.get().value
    })
}

/// What becomes of the inputs of `any`, in time: `nil` for one that is fulfilled.
private final class Errors: Sendable {
  private let last = SharedStack<any Error>()
  private let fulfilled = SharedStack<Void>()

  func note(_ outcome: Result<some Any, any Error>) {
    switch outcome {
    case .success: fulfilled.push(())
    case .failure(let error): last.push(error)
    }
  }

  /// The last error, if there was nothing else.
  var lastOfAll: (any Error)? { fulfilled.top == nil ? last.top : nil }
}

extension AsyncPromises.Promise {
  /// A promise of the outcome, which `errors` learns of before.
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

/// Returns a promise that settles like the promise that is settled first.
///
/// The others continue.
public func race<Value>(
  on queue: DispatchQueue = .promises, _ promises: Promise<Value>...,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> {
  race(on: queue, promises, fileID: fileID, line: line)
}

/// Returns a promise that settles like the promise that is settled first.
///
/// It is rejected with `AsyncPromises.PromiseError.emptyGroup` if there are none. The others
/// continue.
public func race<Value>(
  on queue: DispatchQueue = .promises, _ promises: [Promise<Value>],
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> {
  Promise(core: AsyncPromises.Promise.race(promises.map(\.core), fileID: fileID, line: line))
}
