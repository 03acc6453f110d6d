// Module-qualified functions, such as `PromiseKit.when(fulfilled: promises)`.

import AsyncPromises
import Dispatch
import Foundation

// MARK: Starting

extension PromiseKit {
  /// Calls `body` at once, and returns a promise that settles like the one that `body` returns.
  public static func firstly<U: Thenable>(
    fileID: StaticString = #fileID, line: UInt = #line, execute body: () throws -> U
  ) -> Promise<U.T> {
    PromiseKitCompat.firstly(fileID: fileID, line: line, execute: body)
  }

  /// Calls `body` at once, and returns its guarantee.
  public static func firstly<T>(execute body: () -> Guarantee<T>) -> Guarantee<T> { body() }

  /// Returns a guarantee that is resolved when `seconds` have passed.
  public static func after(
    seconds: TimeInterval, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Void> {
    PromiseKitCompat.after(seconds: seconds, fileID: fileID, line: line)
  }

  /// Returns a guarantee that is resolved when `interval` has passed.
  public static func after(
    _ interval: DispatchTimeInterval, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Void> {
    PromiseKitCompat.after(interval, fileID: fileID, line: line)
  }

  /// Runs the main run loop until the promise is settled.
  public static func hang<T>(_ promise: Promise<T>) throws -> T {
    try PromiseKitCompat.hang(promise)
  }
}

// MARK: Race

extension PromiseKit {
  /// Returns a promise that settles like the first promise to settle.
  public static func race<U: Thenable>(
    _ thenables: U..., fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U.T> {
    PromiseKitCompat.race(thenables, fileID: fileID, line: line)
  }

  /// Returns a promise that settles like the first promise to settle.
  public static func race<U: Thenable>(
    _ thenables: [U], fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U.T> {
    PromiseKitCompat.race(thenables, fileID: fileID, line: line)
  }

  /// Returns a guarantee that is resolved with the value of the first guarantee to be resolved.
  public static func race<T>(
    _ guarantees: Guarantee<T>..., fileID: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<T> {
    PromiseKitCompat.race(guarantees: guarantees, fileID: fileID, line: line)
  }

  /// Returns a promise that is fulfilled with the value of the first promise to be fulfilled.
  public static func race<U: Thenable>(
    fulfilled thenables: [U], fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U.T> {
    PromiseKitCompat.race(fulfilled: thenables, fileID: fileID, line: line)
  }
}

// MARK: When

extension PromiseKit {
  /// Returns a promise that is fulfilled with the values of all promises, in the same order.
  public static func when<U: Thenable>(
    fulfilled thenables: [U], fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U.T]> {
    PromiseKitCompat.when(fulfilled: thenables, fileID: fileID, line: line)
  }

  /// Returns a promise that is fulfilled with the values of all promises, in the same order.
  @_disfavoredOverload
  public static func when(
    fulfilled thenables: [any Thenable], fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[Any]> {
    PromiseKitCompat.when(fulfilled: thenables, fileID: fileID, line: line)
  }

  /// Returns a promise that is fulfilled when all promises are.
  @_disfavoredOverload
  public static func when<U: Thenable>(
    fulfilled promises: U..., fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Void> where U.T == Void {
    PromiseKitCompat.when(fulfilled: promises, fileID: fileID, line: line)
  }

  /// Returns a promise that is fulfilled when all promises are.
  public static func when<U: Thenable>(
    fulfilled promises: [U], fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Void> where U.T == Void {
    PromiseKitCompat.when(fulfilled: promises, fileID: fileID, line: line)
  }

  /// Returns a promise that is fulfilled with both values.
  public static func when<U: Thenable, V: Thenable>(
    fulfilled pu: U, _ pv: V, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(U.T, V.T)> {
    PromiseKitCompat.when(
      fulfilled: pu, pv, fileID: fileID, line: line)
  }

  /// Returns a promise that is fulfilled with the three values.
  public static func when<U: Thenable, V: Thenable, W: Thenable>(
    fulfilled pu: U, _ pv: V, _ pw: W, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(U.T, V.T, W.T)> {
    PromiseKitCompat.when(
      fulfilled: pu, pv, pw, fileID: fileID, line: line)
  }

  /// Returns a promise that is fulfilled with the four values.
  public static func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable>(
    fulfilled pu: U, _ pv: V, _ pw: W, _ px: X, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(U.T, V.T, W.T, X.T)> {
    PromiseKitCompat.when(
      fulfilled: pu, pv, pw, px, fileID: fileID, line: line)
  }

  /// Returns a promise that is fulfilled with the five values.
  public static func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable, Y: Thenable>(
    fulfilled pu: U, _ pv: V, _ pw: W, _ px: X, _ py: Y,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(U.T, V.T, W.T, X.T, Y.T)> {
    PromiseKitCompat.when(
      fulfilled: pu, pv, pw, px, py, fileID: fileID, line: line)
  }

  /// Returns a promise that is fulfilled with the values of all the iterator's promises.
  public static func when<It: IteratorProtocol>(
    fulfilled promiseIterator: It, concurrently: Int,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[It.Element.T]> where It.Element: Thenable {
    PromiseKitCompat.when(
      fulfilled: promiseIterator, concurrently: concurrently, fileID: fileID, line: line)
  }

  /// Returns a guarantee that is resolved with the outcomes of all promises, in the same order.
  public static func when<T>(
    resolved promises: Promise<T>..., fileID: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[Result<T>]> {
    PromiseKitCompat.when(resolved: promises, fileID: fileID, line: line)
  }

  /// Returns a guarantee that is resolved with the outcomes of all promises, in the same order.
  public static func when<T>(
    resolved promises: [Promise<T>], fileID: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[Result<T>]> {
    PromiseKitCompat.when(resolved: promises, fileID: fileID, line: line)
  }

  /// Returns a guarantee that is resolved with the outcomes of all the iterator's promises.
  public static func when<It: IteratorProtocol>(
    resolved promiseIterator: It, concurrently: Int,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[Result<It.Element.T>]> where It.Element: Thenable {
    PromiseKitCompat.when(
      resolved: promiseIterator, concurrently: concurrently, fileID: fileID, line: line)
  }
}

// MARK: When, for guarantees

extension PromiseKit {
  /// Returns a guarantee that is resolved when all guarantees are.
  public static func when(
    _ guarantees: Guarantee<Void>..., fileID: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Void> {
    PromiseKitCompat.when(guarantees: guarantees, fileID: fileID, line: line)
  }

  /// Returns a guarantee that is resolved with the values of all guarantees, in the same order.
  public static func when<T>(
    _ guarantees: Guarantee<T>..., fileID: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[T]> {
    PromiseKitCompat.when(guarantees: guarantees, fileID: fileID, line: line)
  }

  /// Returns a guarantee that is resolved when all guarantees are.
  public static func when(
    guarantees: [Guarantee<Void>], fileID: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Void> {
    PromiseKitCompat.when(guarantees: guarantees, fileID: fileID, line: line)
  }

  /// Returns a guarantee that is resolved with the values of all guarantees, in the same order.
  public static func when<T>(
    guarantees: [Guarantee<T>], fileID: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[T]> {
    PromiseKitCompat.when(guarantees: guarantees, fileID: fileID, line: line)
  }

  /// Returns a guarantee that is resolved with both values.
  public static func when<U, V>(
    guarantees gu: Guarantee<U>, _ gv: Guarantee<V>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<(U, V)> {
    PromiseKitCompat.when(
      guarantees: gu, gv, fileID: fileID, line: line)
  }

  /// Returns a guarantee that is resolved with the three values.
  public static func when<U, V, W>(
    guarantees gu: Guarantee<U>, _ gv: Guarantee<V>, _ gw: Guarantee<W>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<(U, V, W)> {
    PromiseKitCompat.when(
      guarantees: gu, gv, gw, fileID: fileID, line: line)
  }

  /// Returns a guarantee that is resolved with the four values.
  public static func when<U, V, W, X>(
    guarantees gu: Guarantee<U>, _ gv: Guarantee<V>, _ gw: Guarantee<W>, _ gx: Guarantee<X>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<(U, V, W, X)> {
    PromiseKitCompat.when(
      guarantees: gu, gv, gw, gx, fileID: fileID, line: line)
  }

  /// Returns a guarantee that is resolved with the five values.
  public static func when<U, V, W, X, Y>(
    guarantees gu: Guarantee<U>, _ gv: Guarantee<V>, _ gw: Guarantee<W>, _ gx: Guarantee<X>,
    _ gy: Guarantee<Y>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<(U, V, W, X, Y)> {
    PromiseKitCompat.when(
      guarantees: gu, gv, gw, gx, gy, fileID: fileID, line: line)
  }
}

// MARK: Passed by name

extension PromiseKit {
  /// Calls `body` at once, and returns a promise that settles like the one that `body` returns.
  @_disfavoredOverload @_documentation(visibility: private)
  public static func firstly<U: Thenable>(execute body: () throws -> U) -> Promise<U.T> {
    firstly(fileID: passedByName, line: 0, execute: body)
  }

  /// Returns a guarantee that is resolved when `seconds` have passed.
  @_disfavoredOverload @_documentation(visibility: private)
  public static func after(seconds: TimeInterval) -> Guarantee<Void> {
    after(seconds: seconds, fileID: passedByName, line: 0)
  }

  /// Returns a promise that settles like the first promise to settle.
  @_disfavoredOverload @_documentation(visibility: private)
  public static func race<U: Thenable>(_ thenables: [U]) -> Promise<U.T> {
    race(thenables, fileID: passedByName, line: 0)
  }

  /// Returns a promise that is fulfilled with the values of all promises, in the same order.
  @_disfavoredOverload @_documentation(visibility: private)
  public static func when<U: Thenable>(fulfilled thenables: [U]) -> Promise<[U.T]> {
    when(fulfilled: thenables, fileID: passedByName, line: 0)
  }
}
