// when, for promises that are created as needed.

import AsyncPromises
import PromiseCompatSupport

/// Returns a promise that is fulfilled with the values of all the iterator's promises, in the same
/// order, or rejected with the first error.
///
/// After a rejection, the iterator is asked for no more promises. If `concurrently` is less than
/// one, the returned promise is rejected with ``PMKError/badInput``.
///
/// At most `concurrently` promises are pending at a time. One thread at a time calls the iterator:
/// first the calling thread, then the threads that settle the promises.
public func when<It: IteratorProtocol>(
  fulfilled promiseIterator: It, concurrently: Int,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Promise<[It.Element.T]> where It.Element: Thenable {
  guard concurrently > 0 else {
    return Promise(error: PMKError.badInput, fileID: fileID, line: line)
  }
  let values = pull(promiseIterator, concurrently, fileID, line) { thenable, _ in thenable.core }
  return Promise(
    core: values.settle(.init("when", fileID, line), for: .values) { try $0.get().map(\.value) })
}

/// Returns a guarantee that is resolved with the outcomes of all the iterator's promises, in the
/// same order.
///
/// If `concurrently` is less than one, it is resolved with a single outcome: a rejection with
/// ``PMKError/badInput``.
public func when<It: IteratorProtocol>(
  resolved promiseIterator: It, concurrently: Int,
  fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Result<It.Element.T>]> where It.Element: Thenable {
  guard concurrently > 0 else { return .value([.rejected(PMKError.badInput)]) }
  let outcomes = pull(promiseIterator, concurrently, fileID, line) { thenable, makeOrigin in
    thenable.core.settle(.init(makeOrigin("item"))) { Result($0) }
  }
  return Guarantee(
    core: outcomes.settle(.init("when", fileID, line)) { try $0.get().map(\.value) })
}

/// Pulls promises, a limited number at a time.
private func pull<It: IteratorProtocol, U>(
  _ iterator: It, _ concurrency: Int, _ fileID: StaticString, _ line: UInt,
  _ begin: @escaping (It.Element, (Operator) -> Origin) -> Core<U>
) -> AsyncPromises.Promise<[Transfer<U>]> {
  nonisolated(unsafe) let begin = begin
  return AsyncPromises.Promise.map(
    Items(Pulled(iterator: iterator)), concurrency, remaining: .leave,
    { $0 == "map" ? Origin(partOf: "when", fileID, line) : Origin($0, fileID, line) }
  ) { begin($0.value, $1) }
}

/// An iterator's elements as a sequence that several threads may use, one at a time.
private struct Pulled<It: IteratorProtocol>: Sequence, IteratorProtocol, @unchecked Sendable {
  var iterator: It

  mutating func next() -> Transfer<It.Element>? { iterator.next().map(Transfer.init) }
}
