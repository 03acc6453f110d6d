// The name of the module that this one stands in for, for code that qualifies names with it.

import Dispatch
import Foundation

/// A namespace for names qualified with the module: `PromiseKit.Promise`, `PromiseKit.conf`.
public enum PromiseKit {
  /// ``PromiseKitCompat/CancellableError``.
  public typealias CancellableError = PromiseKitCompat.CancellableError
  /// ``PromiseKitCompat/CatchMixin``.
  public typealias CatchMixin = PromiseKitCompat.CatchMixin
  /// ``PromiseKitCompat/CatchPolicy``.
  public typealias CatchPolicy = PromiseKitCompat.CatchPolicy
  /// ``PromiseKitCompat/Guarantee``.
  public typealias Guarantee<T> = PromiseKitCompat.Guarantee<T>
  /// ``PromiseKitCompat/LogEvent``.
  public typealias LogEvent = PromiseKitCompat.LogEvent
  /// ``PromiseKitCompat/PMKConfiguration``.
  public typealias PMKConfiguration = PromiseKitCompat.PMKConfiguration
  /// ``PromiseKitCompat/PMKError``.
  public typealias PMKError = PromiseKitCompat.PMKError
  /// ``PromiseKitCompat/PMKFinalizer``.
  public typealias PMKFinalizer = PromiseKitCompat.PMKFinalizer
  /// ``PromiseKitCompat/PMKNamespacer``.
  public typealias PMKNamespacer = PromiseKitCompat.PMKNamespacer
  /// ``PromiseKitCompat/Promise``.
  public typealias Promise<T> = PromiseKitCompat.Promise<T>
  /// ``PromiseKitCompat/Resolver``.
  public typealias Resolver<T> = PromiseKitCompat.Resolver<T>
  /// ``PromiseKitCompat/Result``.
  public typealias Result<T> = PromiseKitCompat.Result<T>
  /// ``PromiseKitCompat/Thenable``.
  public typealias Thenable = PromiseKitCompat.Thenable

  /// The configuration of the process.
  public static var conf: PMKConfiguration {
    get { PromiseKitCompat.conf }
    set { PromiseKitCompat.conf = newValue }
  }

  /// Calls `body` at once, and returns its promise.
  public static func firstly<U: Thenable>(execute body: () throws -> U) -> Promise<U.T> {
    PromiseKitCompat.firstly(execute: body)
  }

  /// Calls `body` at once, and returns its guarantee.
  public static func firstly<T>(execute body: () -> Guarantee<T>) -> Guarantee<T> { body() }

  /// Returns a promise that is fulfilled with the values of all promises, in their order.
  public static func when<U: Thenable>(fulfilled thenables: [U]) -> Promise<[U.T]> {
    PromiseKitCompat.when(fulfilled: thenables)
  }

  /// Returns a promise that settles like the promise that is settled first.
  public static func race<U: Thenable>(_ thenables: U...) -> Promise<U.T> {
    PromiseKitCompat.race(thenables)
  }

  /// Returns a promise that settles like the promise that is settled first.
  public static func race<U: Thenable>(_ thenables: [U]) -> Promise<U.T> {
    PromiseKitCompat.race(thenables)
  }

  /// Returns a guarantee that is resolved when `seconds` have passed.
  public static func after(seconds: TimeInterval) -> Guarantee<Void> {
    PromiseKitCompat.after(seconds: seconds)
  }

  /// Runs the main run loop until the promise is settled.
  public static func hang<T>(_ promise: Promise<T>) throws -> T {
    try PromiseKitCompat.hang(promise)
  }
}
