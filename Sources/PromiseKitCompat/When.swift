// when: waiting for several promises.

import AsyncPromises
import PromiseCompatSupport

// MARK: Fulfilled

/// Returns a promise that is fulfilled with the values of all promises, in the same order, or
/// rejected with the first error.
///
/// After a rejection, the others continue. If there are no promises, it is fulfilled with an empty
/// array.
public func when<U: Thenable>(
  fulfilled thenables: [U], fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<[U.T]> {
  Promise(core: .array(of: thenables.map(\.core), Origin("when", fileID, line)))
}

/// Same as `when(fulfilled:)`, but for promises of different types.
@_disfavoredOverload
public func when(
  fulfilled thenables: [any Thenable], fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<[Any]> {
  func erased(_ thenable: some Thenable) -> Core<Any> {
    thenable.core.map(.init(.none)) { $0 }
  }
  return Promise(core: .array(of: thenables.map { erased($0) }, Origin("when", fileID, line)))
}

// Disfavored, so that up to five promises give a tuple, as in PromiseKit.

/// Returns a promise that is fulfilled when all promises are, or rejected with the first error.
@_disfavoredOverload
public func when<U: Thenable>(
  fulfilled promises: U..., fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> where U.T == Void {
  when(fulfilled: promises, fileID: fileID, line: line)
}

/// Returns a promise that is fulfilled when all promises are, or rejected with the first error.
public func when<U: Thenable>(
  fulfilled promises: [U], fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> where U.T == Void {
  Promise(
    core: .all(of: promises.map(\.core.cell), Origin("when", fileID, line)) { Transfer(()) })
}

/// Returns a promise that is fulfilled with both values, or rejected with the first error.
public func when<U: Thenable, V: Thenable>(
  fulfilled pu: U, _ pv: V, fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<(U.T, V.T)> {
  Promise(core: .tuple(of: pu.core, pv.core, from: Origin("when", fileID, line)))
}

/// Returns a promise that is fulfilled with the three values, or rejected with the first error.
public func when<U: Thenable, V: Thenable, W: Thenable>(
  fulfilled pu: U, _ pv: V, _ pw: W, fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<(U.T, V.T, W.T)> {
  Promise(core: .tuple(of: pu.core, pv.core, pw.core, from: Origin("when", fileID, line)))
}

/// Returns a promise that is fulfilled with the four values, or rejected with the first error.
public func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable>(
  fulfilled pu: U, _ pv: V, _ pw: W, _ px: X, fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<(U.T, V.T, W.T, X.T)> {
  Promise(core: .tuple(of: pu.core, pv.core, pw.core, px.core, from: Origin("when", fileID, line)))
}

/// Returns a promise that is fulfilled with the five values, or rejected with the first error.
public func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable, Y: Thenable>(
  fulfilled pu: U, _ pv: V, _ pw: W, _ px: X, _ py: Y,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<(U.T, V.T, W.T, X.T, Y.T)> {
  Promise(
    core: .tuple(
      of: pu.core, pv.core, pw.core, px.core, py.core, from: Origin("when", fileID, line))
  )
}

// MARK: Resolved

/// Returns a guarantee that is resolved with the outcomes of all promises, in the same order, once
/// they are all settled.
public func when<T>(
  resolved promises: Promise<T>..., fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Result<T>]> {
  when(resolved: promises, fileID: fileID, line: line)
}

/// Returns a guarantee that is resolved with the outcomes of all promises, in the same order, once
/// they are all settled.
public func when<T>(
  resolved promises: [Promise<T>], fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Result<T>]> {
  Guarantee(
    core: .allSettled(of: promises.map(\.core.cell), Origin("when", fileID, line)) {
      Transfer(promises.compactMap(\.result))
    })
}

// MARK: Guarantees

/// Returns a guarantee that is resolved when all guarantees are.
public func when(
  _ guarantees: Guarantee<Void>..., fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> {
  when(guarantees: guarantees, fileID: fileID, line: line)
}

/// Returns a guarantee that is resolved with the values of all guarantees, in the same order.
public func when<T>(
  _ guarantees: Guarantee<T>..., fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[T]> {
  when(guarantees: guarantees, fileID: fileID, line: line)
}

/// Returns a guarantee that is resolved when all guarantees are.
public func when(
  guarantees: [Guarantee<Void>], fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> {
  Guarantee(core: when(fulfilled: guarantees, fileID: fileID, line: line).core)
}

/// Returns a guarantee that is resolved with the values of all guarantees, in the same order.
public func when<T>(
  guarantees: [Guarantee<T>], fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[T]> {
  Guarantee(core: when(fulfilled: guarantees, fileID: fileID, line: line).core)
}

/// Returns a guarantee that is resolved with both values.
public func when<U, V>(
  guarantees gu: Guarantee<U>, _ gv: Guarantee<V>,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<(U, V)> {
  Guarantee(core: when(fulfilled: gu, gv, fileID: fileID, line: line).core)
}

/// Returns a guarantee that is resolved with the three values.
public func when<U, V, W>(
  guarantees gu: Guarantee<U>, _ gv: Guarantee<V>, _ gw: Guarantee<W>,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<(U, V, W)> {
  Guarantee(core: when(fulfilled: gu, gv, gw, fileID: fileID, line: line).core)
}

/// Returns a guarantee that is resolved with the four values.
public func when<U, V, W, X>(
  guarantees gu: Guarantee<U>, _ gv: Guarantee<V>, _ gw: Guarantee<W>, _ gx: Guarantee<X>,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<(U, V, W, X)> {
  Guarantee(core: when(fulfilled: gu, gv, gw, gx, fileID: fileID, line: line).core)
}

/// Returns a guarantee that is resolved with the five values.
public func when<U, V, W, X, Y>(
  guarantees gu: Guarantee<U>, _ gv: Guarantee<V>, _ gw: Guarantee<W>, _ gx: Guarantee<X>,
  _ gy: Guarantee<Y>, fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<(U, V, W, X, Y)> {
  Guarantee(core: when(fulfilled: gu, gv, gw, gx, gy, fileID: fileID, line: line).core)
}
