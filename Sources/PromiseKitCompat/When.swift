// when: several promises, all of which are waited for.

import AsyncPromises

/// A promise of what `collect` makes of the inputs when they are all fulfilled.
private func all<U>(
  _ inputs: [Cell], _ fileID: StaticString, _ line: UInt, _ collect: @escaping () -> U
) -> Core<U> {
  nonisolated(unsafe) let collect = collect
  return AsyncPromises.Promise.all(inputs, losers: .leave, Origin(.when, fileID, line)) {
    Transfer(collect())
  }
}

/// A promise of what `collect` makes of the inputs when they are all settled.
private func allSettled<U>(
  _ inputs: [Cell], _ fileID: StaticString, _ line: UInt, _ collect: @escaping () -> U
) -> Core<U> {
  nonisolated(unsafe) let collect = collect
  return AsyncPromises.Promise.allSettled(inputs, Origin(.when, fileID, line)) {
    Transfer(collect())
  }
}

extension Thenable {
  /// The value of an input that is known to be fulfilled.
  fileprivate var fulfilledValue: T {
    guard case .success(let value)? = core.current else {
      preconditionFailure("A group collects when its inputs are fulfilled.")
    }
    return value.value
  }

  fileprivate var cell: Cell { core.cell }
}

// MARK: Fulfilled

/// Returns a promise that is fulfilled with the values of all promises, in their order, or rejected
/// with the first rejection.
///
/// The others continue after a rejection. Without any promises, it is fulfilled with an empty
/// array.
public func when<U: Thenable>(
  fulfilled thenables: [U], fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<[U.T]> {
  Promise(core: all(thenables.map(\.cell), fileID, line) { thenables.map(\.fulfilledValue) })
}

/// Returns a promise like that of `when(fulfilled:)`, for promises of different types.
@_disfavoredOverload
public func when(
  fulfilled thenables: [any Thenable], fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<[Any]> {
  func value(of thenable: some Thenable) -> Any { thenable.fulfilledValue }
  return Promise(
    core: all(thenables.map(\.cell), fileID, line) { thenables.map { value(of: $0) } })
}

/// Returns a promise that is fulfilled when all promises are, or rejected with the first rejection.
public func when<U: Thenable>(
  fulfilled promises: U..., fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> where U.T == Void {
  when(fulfilled: promises, fileID: fileID, line: line)
}

/// Returns a promise that is fulfilled when all promises are, or rejected with the first rejection.
public func when<U: Thenable>(
  fulfilled promises: [U], fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> where U.T == Void {
  Promise(core: all(promises.map(\.cell), fileID, line) {})
}

/// Returns a promise that is fulfilled with both values, or rejected with the first rejection.
public func when<U: Thenable, V: Thenable>(
  fulfilled pu: U, _ pv: V, fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<(U.T, V.T)> {
  Promise(core: all([pu.cell, pv.cell], fileID, line) { (pu.fulfilledValue, pv.fulfilledValue) })
}

/// Returns a promise that is fulfilled with the three values, or rejected with the first rejection.
public func when<U: Thenable, V: Thenable, W: Thenable>(
  fulfilled pu: U, _ pv: V, _ pw: W, fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<(U.T, V.T, W.T)> {
  Promise(
    core: all([pu.cell, pv.cell, pw.cell], fileID, line) {
      (pu.fulfilledValue, pv.fulfilledValue, pw.fulfilledValue)
    })
}

/// Returns a promise that is fulfilled with the four values, or rejected with the first rejection.
public func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable>(
  fulfilled pu: U, _ pv: V, _ pw: W, _ px: X, fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<(U.T, V.T, W.T, X.T)> {
  Promise(
    core: all([pu.cell, pv.cell, pw.cell, px.cell], fileID, line) {
      (pu.fulfilledValue, pv.fulfilledValue, pw.fulfilledValue, px.fulfilledValue)
    })
}

/// Returns a promise that is fulfilled with the five values, or rejected with the first rejection.
public func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable, Y: Thenable>(
  fulfilled pu: U, _ pv: V, _ pw: W, _ px: X, _ py: Y,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<(U.T, V.T, W.T, X.T, Y.T)> {
  Promise(
    core: all([pu.cell, pv.cell, pw.cell, px.cell, py.cell], fileID, line) {
      (
        pu.fulfilledValue, pv.fulfilledValue, pw.fulfilledValue, px.fulfilledValue,
        py.fulfilledValue
      )
    })
}

// MARK: Resolved

/// Returns a guarantee that is resolved with the outcomes of all promises, in their order, when
/// they are all settled.
public func when<T>(
  resolved promises: Promise<T>..., fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Result<T>]> {
  when(resolved: promises, fileID: fileID, line: line)
}

/// Returns a guarantee that is resolved with the outcomes of all promises, in their order, when
/// they are all settled.
public func when<T>(
  resolved promises: [Promise<T>], fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Result<T>]> {
  Guarantee(
    core: allSettled(promises.map(\.cell), fileID, line) { promises.compactMap(\.result) })
}

// MARK: Guarantees

/// Returns a guarantee that is resolved when all guarantees are.
public func when(
  _ guarantees: Guarantee<Void>..., fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> {
  when(guarantees: guarantees, fileID: fileID, line: line)
}

/// Returns a guarantee that is resolved with the values of all guarantees, in their order.
public func when<T>(
  _ guarantees: Guarantee<T>..., fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[T]> {
  when(guarantees: guarantees, fileID: fileID, line: line)
}

/// Returns a guarantee that is resolved when all guarantees are.
public func when(
  guarantees: [Guarantee<Void>], fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> {
  Guarantee(core: all(guarantees.map(\.cell), fileID, line) {})
}

/// Returns a guarantee that is resolved with the values of all guarantees, in their order.
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
