// Functions passed by name, as in `.then(when(fulfilled:))` or `onEnd = promise.asVoid`.
//
// A function whose last parameters are the caller's file and line has a different type from the
// original in PromiseKit. Each such function has an overload here that omits them. The overload is
// disfavored, so a call always picks the function with the line.

import AsyncPromises
import Dispatch
import Foundation

extension Promise {
  /// Creates a promise that is rejected with `error`.
  @_disfavoredOverload @_documentation(visibility: private)
  public convenience init(error: any Error) {
    self.init(error: error, fileID: passedByName, line: 0)
  }

  /// Creates a promise that is settled by the resolver passed to `body`.
  @_disfavoredOverload @_documentation(visibility: private)
  public convenience init(resolver body: (Resolver<T>) throws -> Void) {
    self.init(fileID: passedByName, line: 0, resolver: body)
  }

  /// Creates a pending promise and the resolver that settles it.
  @_disfavoredOverload @_documentation(visibility: private)
  public class func pending() -> (promise: Promise<T>, resolver: Resolver<T>) {
    pending(fileID: passedByName, line: 0)
  }
}

extension Guarantee {
  /// Creates a guarantee that is resolved by the closure passed to `body`.
  @_disfavoredOverload @_documentation(visibility: private)
  public convenience init(resolver body: (@escaping @Sendable (T) -> Void) -> Void) {
    self.init(fileID: passedByName, line: 0, resolver: body)
  }

  /// Creates a pending guarantee and the closure that resolves it.
  @_disfavoredOverload @_documentation(visibility: private)
  public class func pending() -> (guarantee: Guarantee<T>, resolve: @Sendable (T) -> Void) {
    pending(fileID: passedByName, line: 0)
  }

  /// Returns a guarantee that is resolved when this one is, but without its value.
  @_disfavoredOverload @_documentation(visibility: private)
  public func asVoid() -> Guarantee<Void> { asVoid(fileID: passedByName, line: 0) }
}

extension Thenable {
  /// Returns a promise that settles like this promise, but without its value.
  @_disfavoredOverload @_documentation(visibility: private)
  public func asVoid() -> Promise<Void> { asVoid(fileID: passedByName, line: 0) }
}

extension CatchMixin {
  /// Ends the chain, and logs any error that is not a cancellation.
  @_disfavoredOverload @_documentation(visibility: private) @discardableResult
  public func cauterize() -> PMKFinalizer { cauterize(fileID: passedByName, line: 0) }
}

/// Calls `body` at once, and returns a promise that settles like the one that `body` returns.
@_disfavoredOverload @_documentation(visibility: private)
public func firstly<U: Thenable>(execute body: () throws -> U) -> Promise<U.T> {
  firstly(fileID: passedByName, line: 0, execute: body)
}

/// Returns a guarantee that is resolved when `seconds` have passed.
@_disfavoredOverload @_documentation(visibility: private)
public func after(seconds: TimeInterval) -> Guarantee<Void> {
  after(seconds: seconds, fileID: passedByName, line: 0)
}

/// Returns a guarantee that is resolved when `interval` has passed.
@_disfavoredOverload @_documentation(visibility: private)
public func after(_ interval: DispatchTimeInterval) -> Guarantee<Void> {
  after(interval, fileID: passedByName, line: 0)
}

// MARK: race

/// Returns a promise that settles like the first promise to settle.
@_disfavoredOverload @_documentation(visibility: private)
public func race<U: Thenable>(_ thenables: U...) -> Promise<U.T> {
  race(thenables, fileID: passedByName, line: 0)
}

/// Returns a promise that settles like the first promise to settle.
@_disfavoredOverload @_documentation(visibility: private)
public func race<U: Thenable>(_ thenables: [U]) -> Promise<U.T> {
  race(thenables, fileID: passedByName, line: 0)
}

/// Returns a guarantee that is resolved with the value of the first guarantee to be resolved.
@_disfavoredOverload @_documentation(visibility: private)
public func race<T>(_ guarantees: Guarantee<T>...) -> Guarantee<T> {
  race(guarantees: guarantees, fileID: passedByName, line: 0)
}

/// Returns a promise that is fulfilled with the value of the first promise to be fulfilled.
@_disfavoredOverload @_documentation(visibility: private)
public func race<U: Thenable>(fulfilled thenables: [U]) -> Promise<U.T> {
  race(fulfilled: thenables, fileID: passedByName, line: 0)
}

// MARK: when

/// Returns a promise that is fulfilled with the values of all promises, in the same order.
@_disfavoredOverload @_documentation(visibility: private)
public func when<U: Thenable>(fulfilled thenables: [U]) -> Promise<[U.T]> {
  when(fulfilled: thenables, fileID: passedByName, line: 0)
}

/// Returns a promise that is fulfilled with the values of all promises, in the same order.
///
/// It is generic so that calls resolve to the overload with `fileID` and `line`, even though that
/// one is disfavored too.
@_disfavoredOverload @_documentation(visibility: private)
public func when<Thenables: Sequence>(
  fulfilled thenables: Thenables
) -> Promise<[Any]> where Thenables.Element == any Thenable {
  when(fulfilled: Array(thenables), fileID: passedByName, line: 0)
}

/// Returns a promise that is fulfilled when all promises are.
@_disfavoredOverload @_documentation(visibility: private)
public func when<U: Thenable>(fulfilled promises: [U]) -> Promise<Void> where U.T == Void {
  when(fulfilled: promises, fileID: passedByName, line: 0)
}

/// Returns a promise that is fulfilled with both values.
@_disfavoredOverload @_documentation(visibility: private)
public func when<U: Thenable, V: Thenable>(
  fulfilled pu: U, _ pv: V
) -> Promise<(U.T, V.T)> {
  when(fulfilled: pu, pv, fileID: passedByName, line: 0)
}

/// Returns a promise that is fulfilled with the three values.
@_disfavoredOverload @_documentation(visibility: private)
public func when<U: Thenable, V: Thenable, W: Thenable>(
  fulfilled pu: U, _ pv: V, _ pw: W
) -> Promise<(U.T, V.T, W.T)> {
  when(fulfilled: pu, pv, pw, fileID: passedByName, line: 0)
}

/// Returns a promise that is fulfilled with the four values.
@_disfavoredOverload @_documentation(visibility: private)
public func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable>(
  fulfilled pu: U, _ pv: V, _ pw: W, _ px: X
) -> Promise<(U.T, V.T, W.T, X.T)> {
  when(fulfilled: pu, pv, pw, px, fileID: passedByName, line: 0)
}

/// Returns a promise that is fulfilled with the five values.
@_disfavoredOverload @_documentation(visibility: private)
public func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable, Y: Thenable>(
  fulfilled pu: U, _ pv: V, _ pw: W, _ px: X, _ py: Y
) -> Promise<(U.T, V.T, W.T, X.T, Y.T)> {
  when(fulfilled: pu, pv, pw, px, py, fileID: passedByName, line: 0)
}

/// Returns a promise that is fulfilled with the values of all the iterator's promises.
@_disfavoredOverload @_documentation(visibility: private)
public func when<It: IteratorProtocol>(
  fulfilled promiseIterator: It, concurrently: Int
) -> Promise<[It.Element.T]> where It.Element: Thenable {
  when(
    fulfilled: promiseIterator, concurrently: concurrently, fileID: passedByName, line: 0)
}

/// Returns a guarantee that is resolved with the outcomes of all promises, in the same order.
@_disfavoredOverload @_documentation(visibility: private)
public func when<T>(resolved promises: Promise<T>...) -> Guarantee<[Result<T>]> {
  when(resolved: promises, fileID: passedByName, line: 0)
}

/// Returns a guarantee that is resolved with the outcomes of all promises, in the same order.
@_disfavoredOverload @_documentation(visibility: private)
public func when<T>(resolved promises: [Promise<T>]) -> Guarantee<[Result<T>]> {
  when(resolved: promises, fileID: passedByName, line: 0)
}

/// Returns a guarantee that is resolved with the outcomes of all the iterator's promises.
@_disfavoredOverload @_documentation(visibility: private)
public func when<It: IteratorProtocol>(
  resolved promiseIterator: It, concurrently: Int
) -> Guarantee<[Result<It.Element.T>]> where It.Element: Thenable {
  when(
    resolved: promiseIterator, concurrently: concurrently, fileID: passedByName, line: 0)
}

/// Returns a guarantee that is resolved when all guarantees are.
@_disfavoredOverload @_documentation(visibility: private)
public func when(_ guarantees: Guarantee<Void>...) -> Guarantee<Void> {
  when(guarantees: guarantees, fileID: passedByName, line: 0)
}

/// Returns a guarantee that is resolved with the values of all guarantees, in the same order.
@_disfavoredOverload @_documentation(visibility: private)
public func when<T>(_ guarantees: Guarantee<T>...) -> Guarantee<[T]> {
  when(guarantees: guarantees, fileID: passedByName, line: 0)
}

/// Returns a guarantee that is resolved when all guarantees are.
@_disfavoredOverload @_documentation(visibility: private)
public func when(guarantees: [Guarantee<Void>]) -> Guarantee<Void> {
  when(guarantees: guarantees, fileID: passedByName, line: 0)
}

/// Returns a guarantee that is resolved with the values of all guarantees, in the same order.
@_disfavoredOverload @_documentation(visibility: private)
public func when<T>(guarantees: [Guarantee<T>]) -> Guarantee<[T]> {
  when(guarantees: guarantees, fileID: passedByName, line: 0)
}

/// Returns a guarantee that is resolved with both values.
@_disfavoredOverload @_documentation(visibility: private)
public func when<U, V>(
  guarantees gu: Guarantee<U>, _ gv: Guarantee<V>
) -> Guarantee<(U, V)> {
  when(guarantees: gu, gv, fileID: passedByName, line: 0)
}

/// Returns a guarantee that is resolved with the three values.
@_disfavoredOverload @_documentation(visibility: private)
public func when<U, V, W>(
  guarantees gu: Guarantee<U>, _ gv: Guarantee<V>, _ gw: Guarantee<W>
) -> Guarantee<(U, V, W)> {
  when(guarantees: gu, gv, gw, fileID: passedByName, line: 0)
}

/// Returns a guarantee that is resolved with the four values.
@_disfavoredOverload @_documentation(visibility: private)
public func when<U, V, W, X>(
  guarantees gu: Guarantee<U>, _ gv: Guarantee<V>, _ gw: Guarantee<W>, _ gx: Guarantee<X>
) -> Guarantee<(U, V, W, X)> {
  when(guarantees: gu, gv, gw, gx, fileID: passedByName, line: 0)
}

/// Returns a guarantee that is resolved with the five values.
@_disfavoredOverload @_documentation(visibility: private)
public func when<U, V, W, X, Y>(
  guarantees gu: Guarantee<U>, _ gv: Guarantee<V>, _ gw: Guarantee<W>, _ gx: Guarantee<X>,
  _ gy: Guarantee<Y>
) -> Guarantee<(U, V, W, X, Y)> {
  when(guarantees: gu, gv, gw, gx, gy, fileID: passedByName, line: 0)
}
