// Promises of sequences: operators on their elements.

import AsyncPromises
import Dispatch
import PromiseCompatSupport

extension Thenable where T: Sequence {
  /// Returns a promise that is fulfilled with the results of `transform` for all elements.
  public func mapValues<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U]> {
    Promise(core: core.map(.init("mapValues", fileID, line, on, flags)) { try $0.map(transform) })
  }

  /// Returns a promise that is fulfilled with the elements of all the sequences that `transform`
  /// returns.
  public func flatMapValues<U: Sequence>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U.Iterator.Element]> {
    Promise(
      core: core.map(.init("flatMapValues", fileID, line, on, flags)) { try $0.flatMap(transform) })
  }

  /// Returns a promise that is fulfilled with the non-`nil` results of `transform` for all
  /// elements.
  public func compactMapValues<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (T.Iterator.Element) throws -> U?
  ) -> Promise<[U]> {
    Promise(
      core: core.map(.init("compactMapValues", fileID, line, on, flags)) {
        try $0.compactMap(transform)
      })
  }

  /// Returns a promise that is fulfilled with the values of all the promises that `transform`
  /// returns, in order, or rejected with the first error.
  public func thenMap<U: Thenable>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U.T]> {
    Promise(
      core: core.then(.init("thenMap", fileID, line, on, flags)) {
        when(fulfilled: try $0.map(transform), fileID: fileID, line: line)
      })
  }

  /// Returns a promise that is fulfilled with the elements of all the sequences that the promises
  /// returned by `transform` produce, in order, or rejected with the first error.
  public func thenFlatMap<U: Thenable>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U.T.Iterator.Element]> where U.T: Sequence {
    Promise(
      core: core.then(.init("thenFlatMap", fileID, line, on, flags)) {
        when(fulfilled: try $0.map(transform), fileID: fileID, line: line)
          .map(on: nil) { $0.flatMap(\.self) }
      })
  }

  /// Returns a promise that is fulfilled with the elements for which `isIncluded` returns `true`.
  public func filterValues(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ isIncluded: @escaping (T.Iterator.Element) -> Bool
  ) -> Promise<[T.Iterator.Element]> {
    Promise(
      core: core.map(.init("filterValues", fileID, line, on, flags)) { $0.filter(isIncluded) })
  }
}

extension Thenable where T: Collection {
  /// A promise that is fulfilled with the first element, or rejected with
  /// ``PMKError/emptySequence`` if there is none.
  public var firstValue: Promise<T.Iterator.Element> {
    let core = core
    let origin = Origin("firstValue", whereMade: core.cell.origin)
    return Promise(core: core.element(.init(origin)) { $0.first })
  }

  /// Returns a promise that is fulfilled with the first element that passes `test`, or rejected
  /// with ``PMKError/emptySequence`` if there is none.
  public func firstValue(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    where test: @escaping (T.Iterator.Element) -> Bool
  ) -> Promise<T.Iterator.Element> {
    Promise(
      core: core.element(.init("firstValue", fileID, line, on, flags)) { $0.first(where: test) })
  }

  /// A promise that is fulfilled with the last element, or rejected with ``PMKError/emptySequence``
  /// if there is none.
  public var lastValue: Promise<T.Iterator.Element> {
    let core = core
    let origin = Origin("lastValue", whereMade: core.cell.origin)
    return Promise(core: core.element(.init(origin)) { Array($0).last })
  }
}

extension Thenable where T: Sequence, T.Iterator.Element: Comparable {
  /// Returns a promise that is fulfilled with the elements in ascending order.
  public func sortedValues(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[T.Iterator.Element]> {
    Promise(core: core.map(.init("sortedValues", fileID, line, on, flags)) { $0.sorted() })
  }
}

extension AsyncPromises.Promise {
  /// Returns a promise for an element of the value.
  fileprivate func element<T, Element>(
    _ handling: Handling, _ find: @escaping (T) -> Element?
  ) -> Core<Element> where Value == Transfer<T> {
    map(handling) {
      guard let element = find($0) else { throw PMKError.emptySequence }
      return element
    }
  }
}
