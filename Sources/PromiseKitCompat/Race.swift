// race: the outcome of whichever promise is first.

import AsyncPromises
import PromiseCompatSupport

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
/// The others continue. If there are no promises, it is rejected with ``PMKError/badInput``.
public func race<U: Thenable>(
  _ thenables: [U], fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<U.T> {
  guard !thenables.isEmpty else {
    return Promise(error: PMKError.badInput, fileID: fileID, line: line)
  }
  return Promise(
    core: .race(of: thenables.map(\.core), Origin("race", fileID, line)))
}

/// Returns a guarantee that is resolved with the value of the first guarantee to be resolved.
///
/// It stays pending if there are no guarantees, or if none of them can be resolved anymore.
public func race<T>(
  _ guarantees: Guarantee<T>..., fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<T> {
  race(guarantees: guarantees, fileID: fileID, line: line)
}

func race<T>(
  guarantees: [Guarantee<T>], fileID: StaticString, line: UInt
) -> Guarantee<T> {
  // Guarantees that can no longer be resolved are rejected.
  let first = Core.any(of: guarantees.map(\.core), Origin("any", fileID, line))
  return Guarantee(core: first.ignoreErrors())
}

/// Returns a promise that is fulfilled with the value of the first promise to be fulfilled.
///
/// The others continue. If every promise is rejected, the returned promise is rejected with
/// ``PMKError/noWinner``; if there are no promises, with ``PMKError/badInput``.
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
