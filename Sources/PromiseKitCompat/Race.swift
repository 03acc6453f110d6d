// race: the first of several promises decides.

import AsyncPromises

/// Returns a promise that settles like the first promise to settle.
///
/// The others continue.
public func race<U: Thenable>(
  _ thenables: U..., fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<U.T> {
  race(thenables, fileID: fileID, line: line)
}

/// Returns a promise that settles like the first promise to settle.
///
/// Without any promises, it is rejected with ``PMKError/badInput``. The others continue.
public func race<U: Thenable>(
  _ thenables: [U], fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<U.T> {
  guard !thenables.isEmpty else {
    return Promise(error: PMKError.badInput, fileID: fileID, line: line)
  }
  return Promise(
    core: .race(of: thenables.map(\.core), Origin("race", fileID, line)))
}

/// Returns a guarantee that is resolved like the first guarantee to resolve.
///
/// It stays pending if none can be resolved any more, or if there is none.
public func race<T>(
  _ guarantees: Guarantee<T>..., fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<T> {
  race(guarantees: guarantees, fileID: fileID, line: line)
}

func race<T>(
  guarantees: [Guarantee<T>], fileID: StaticString, line: UInt
) -> Guarantee<T> {
  // Those that can't be resolved any more are rejected.
  let first = Core.any(of: guarantees.map(\.core), Origin("any", fileID, line))
  return Guarantee(core: first.ignoreErrors())
}

/// Returns a promise that is fulfilled with the value of the first promise to be fulfilled.
///
/// If all are rejected, it is rejected with ``PMKError/noWinner``; without any promises, with
/// ``PMKError/badInput``. The others continue.
public func race<U: Thenable>(
  fulfilled thenables: [U], fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<U.T> {
  guard !thenables.isEmpty else {
    return Promise(error: PMKError.badInput, fileID: fileID, line: line)
  }
  let first = Core.any(of: thenables.map(\.core), Origin("any", fileID, line))
  return Promise(
    core: first.settle(.init("race", fileID, line)) { outcome in
      guard case .failure(PromiseError.noneFulfilled) = outcome else {
        return try outcome.get().value
      }
      throw PMKError.noWinner
    })
}
