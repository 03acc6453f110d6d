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
  var iterator = promiseIterator
  return Promise(
    core: .pulling(concurrently, Origin("when", fileID, line)) { iterator.next()?.core })
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
  var iterator = promiseIterator
  let outcomes = Core.pulling(concurrently, Origin(partOf: "when", fileID, line)) {
    iterator.next()?.core.settle(.init(Origin("item", fileID, line))) { Result($0) }
  }
  return Guarantee(core: outcomes.settle(.init("when", fileID, line)) { try $0.get().value })
}
