// The name of the module that this one stands in for, for code that qualifies names with it.

import Dispatch
import Foundation

/// A namespace for names qualified with the module: `Promises.Promise`, `Promises.all`.
public enum Promises {
  /// ``GooglePromisesCompat/Promise``.
  public typealias Promise<Value> = GooglePromisesCompat.Promise<Value>
  /// ``GooglePromisesCompat/PromiseError``.
  public typealias PromiseError = GooglePromisesCompat.PromiseError
  /// ``GooglePromisesCompat/Maybe``.
  public typealias Maybe<Value> = GooglePromisesCompat.Maybe<Value>

  /// Returns a promise that is fulfilled with the values of all promises, in their order.
  public static func all<Value>(
    on queue: DispatchQueue = .promises, _ promises: Promise<Value>...
  ) -> Promise<[Value]> {
    GooglePromisesCompat.all(on: queue, promises)
  }

  /// Returns a promise that is fulfilled with the values of all promises, in their order.
  public static func all<Value, Container: Sequence>(
    on queue: DispatchQueue = .promises, _ promises: Container
  ) -> Promise<[Value]> where Container.Element == Promise<Value> {
    GooglePromisesCompat.all(on: queue, promises)
  }

  /// Returns a promise that is fulfilled with all outcomes, in their order, if one of them is a
  /// value.
  public static func any<Value>(
    on queue: DispatchQueue = .promises, _ promises: Promise<Value>...
  ) -> Promise<[Maybe<Value>]> {
    GooglePromisesCompat.any(on: queue, promises)
  }

  /// Returns a promise that is fulfilled with all outcomes, in their order, if one of them is a
  /// value.
  public static func any<Value, Container: Sequence>(
    on queue: DispatchQueue = .promises, _ promises: Container
  ) -> Promise<[Maybe<Value>]> where Container.Element == Promise<Value> {
    GooglePromisesCompat.any(on: queue, promises)
  }

  /// Returns a promise that settles like the promise that is settled first.
  public static func race<Value>(
    on queue: DispatchQueue = .promises, _ promises: Promise<Value>...
  ) -> Promise<Value> {
    GooglePromisesCompat.race(on: queue, promises)
  }

  /// Returns a promise that settles like the promise that is settled first.
  public static func race<Value>(
    on queue: DispatchQueue = .promises, _ promises: [Promise<Value>]
  ) -> Promise<Value> {
    GooglePromisesCompat.race(on: queue, promises)
  }

  /// Returns a promise that settles like the first promise of `work` that is fulfilled, or like the
  /// last one.
  public static func retry<Value>(
    on queue: DispatchQueue = .promises,
    attempts count: Int = __FBLPromiseRetryDefaultAttemptsCount,
    delay interval: TimeInterval = __FBLPromiseRetryDefaultDelayInterval,
    condition predicate: ((_ count: Int, _ error: any Error) -> Bool)? = nil,
    _ work: @escaping () throws -> Promise<Value>
  ) -> Promise<Value> {
    GooglePromisesCompat.retry(
      on: queue, attempts: count, delay: interval, condition: predicate, work)
  }

  /// Blocks the thread until the promise is settled.
  public static func awaitPromise<Value>(_ promise: Promise<Value>) throws -> Value {
    try GooglePromisesCompat.awaitPromise(promise)
  }
}
