// Module-qualified functions, such as `Promises.all(first, second)`.

import Dispatch
import Foundation

// MARK: All

extension Promises {
  /// Returns a promise that is fulfilled with the values of all promises, in the same order.
  public static func all<Value>(
    on queue: DispatchQueue = .promises, _ promises: Promise<Value>...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[Value]> {
    GooglePromisesCompat.all(on: queue, promises, fileID: fileID, line: line)
  }

  /// Returns a promise that is fulfilled with the values of all promises, in the same order.
  public static func all<Value, Container: Sequence>(
    on queue: DispatchQueue = .promises, _ promises: Container,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[Value]> where Container.Element == Promise<Value> {
    GooglePromisesCompat.all(on: queue, promises, fileID: fileID, line: line)
  }

  /// Returns a promise that is fulfilled with both values.
  public static func all<A, B>(
    on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(A, B)> {
    GooglePromisesCompat.all(on: queue, promiseA, promiseB, fileID: fileID, line: line)
  }

  /// Returns a promise that is fulfilled with the three values.
  public static func all<A, B, C>(
    on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>,
    _ promiseC: Promise<C>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(A, B, C)> {
    GooglePromisesCompat.all(on: queue, promiseA, promiseB, promiseC, fileID: fileID, line: line)
  }

  /// Returns a promise that is fulfilled with the four values.
  public static func all<A, B, C, D>(
    on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>,
    _ promiseC: Promise<C>, _ promiseD: Promise<D>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(A, B, C, D)> {
    GooglePromisesCompat.all(
      on: queue, promiseA, promiseB, promiseC, promiseD, fileID: fileID, line: line)
  }
}

// MARK: Any

extension Promises {
  /// Returns a promise that is fulfilled with all outcomes, in the same order, if any of them is a
  /// value.
  public static func any<Value>(
    on queue: DispatchQueue = .promises, _ promises: Promise<Value>...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[Maybe<Value>]> {
    GooglePromisesCompat.any(on: queue, promises, fileID: fileID, line: line)
  }

  /// Returns a promise that is fulfilled with all outcomes, in the same order, if any of them is a
  /// value.
  public static func any<Value, Container: Sequence>(
    on queue: DispatchQueue = .promises, _ promises: Container,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[Maybe<Value>]> where Container.Element == Promise<Value> {
    GooglePromisesCompat.any(on: queue, promises, fileID: fileID, line: line)
  }

  /// Returns a promise that is fulfilled with both outcomes if either is a value.
  public static func any<A, B>(
    on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(Maybe<A>, Maybe<B>)> {
    GooglePromisesCompat.any(on: queue, promiseA, promiseB, fileID: fileID, line: line)
  }

  /// Returns a promise that is fulfilled with the three outcomes if any of them is a value.
  public static func any<A, B, C>(
    on queue: DispatchQueue = .promises, _ promiseA: Promise<A>, _ promiseB: Promise<B>,
    _ promiseC: Promise<C>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(Maybe<A>, Maybe<B>, Maybe<C>)> {
    GooglePromisesCompat.any(on: queue, promiseA, promiseB, promiseC, fileID: fileID, line: line)
  }
}

// MARK: Race, retry and await

extension Promises {
  /// Returns a promise that settles like the first promise to settle.
  public static func race<Value>(
    on queue: DispatchQueue = .promises, _ promises: Promise<Value>...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    GooglePromisesCompat.race(on: queue, promises, fileID: fileID, line: line)
  }

  /// Returns a promise that settles like the first promise to settle.
  public static func race<Value>(
    on queue: DispatchQueue = .promises, _ promises: [Promise<Value>],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    GooglePromisesCompat.race(on: queue, promises, fileID: fileID, line: line)
  }

  /// Returns a promise that settles like the first of `work`'s promises to be fulfilled, or like
  /// the last one if none is.
  public static func retry<Value>(
    on queue: DispatchQueue = .promises,
    attempts count: Int = __FBLPromiseRetryDefaultAttemptsCount,
    delay interval: TimeInterval = __FBLPromiseRetryDefaultDelayInterval,
    condition predicate: ((_ count: Int, _ error: any Error) -> Bool)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping () throws -> Promise<Value>
  ) -> Promise<Value> {
    GooglePromisesCompat.retry(
      on: queue, attempts: count, delay: interval, condition: predicate, fileID: fileID,
      line: line, work)
  }

  /// Blocks the thread until the promise is settled.
  public static func awaitPromise<Value>(
    _ promise: Promise<Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Value {
    try GooglePromisesCompat.awaitPromise(promise, fileID: fileID, line: line)
  }
}

// MARK: Wrap

extension Promises {
  /// Returns a promise that is fulfilled with `nil` when the function calls back.
  public static func wrap(
    on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping (@escaping @Sendable () -> Void) throws -> Void
  ) -> Promise<Any?> {
    GooglePromisesCompat.wrap(on: queue, fileID: fileID, line: line, work)
  }

  /// Returns a promise that is fulfilled with the callback's value.
  public static func wrap<Value>(
    on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping (@escaping @Sendable (Value) -> Void) throws -> Void
  ) -> Promise<Value> {
    GooglePromisesCompat.wrap(on: queue, fileID: fileID, line: line, work)
  }

  /// Returns a promise that is fulfilled with the callback's value, which may be `nil`.
  public static func wrap<Value>(
    on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping (@escaping @Sendable (Value?) -> Void) throws -> Void
  ) -> Promise<Value?> {
    GooglePromisesCompat.wrap(on: queue, fileID: fileID, line: line, work)
  }

  /// Returns a promise that is rejected with the callback's error, if any, or else fulfilled with
  /// its value.
  public static func wrap<Value>(
    on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping (@escaping @Sendable (Value, (any Error)?) -> Void) throws -> Void
  ) -> Promise<Value> {
    GooglePromisesCompat.wrap(on: queue, fileID: fileID, line: line, work)
  }

  /// Returns a promise that is rejected with the callback's error, if any, or else fulfilled with
  /// its value.
  public static func wrap<Value>(
    on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping (@escaping @Sendable ((any Error)?, Value) -> Void) throws -> Void
  ) -> Promise<Value> {
    GooglePromisesCompat.wrap(on: queue, fileID: fileID, line: line, work)
  }

  /// Returns a promise that is rejected with the callback's error, if any, or else fulfilled with
  /// its value, which may be `nil`.
  public static func wrap<Value>(
    on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping (@escaping @Sendable (Value?, (any Error)?) -> Void) throws -> Void
  ) -> Promise<Value?> {
    GooglePromisesCompat.wrap(on: queue, fileID: fileID, line: line, work)
  }

  /// Returns a promise that is rejected with the callback's error, if any, or else fulfilled with
  /// its value, which may be `nil`.
  public static func wrap<Value>(
    on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping (@escaping @Sendable ((any Error)?, Value?) -> Void) throws -> Void
  ) -> Promise<Value?> {
    GooglePromisesCompat.wrap(on: queue, fileID: fileID, line: line, work)
  }

  /// Returns a promise that is rejected with the callback's error, if any, or else fulfilled with
  /// both values, which may be `nil`.
  public static func wrap<Value1, Value2>(
    on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping (@escaping @Sendable (Value1?, Value2?, (any Error)?) -> Void) throws -> Void
  ) -> Promise<(Value1?, Value2?)> {
    GooglePromisesCompat.wrap(on: queue, fileID: fileID, line: line, work)
  }
}
