// Guarantees of sequences: operators on their elements.

import AsyncPromises
import Dispatch
import PromiseCompatSupport

extension Guarantee where T: Sequence {
  /// Returns a guarantee that is resolved with the results of `transform` for all elements.
  public func mapValues<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (T.Iterator.Element) -> U
  ) -> Guarantee<[U]> {
    Guarantee<[U]>(
      core: core.map(.init("mapValues", fileID, line, on, flags)) { $0.map(transform) })
  }

  /// Returns a guarantee that is resolved with the elements of all the sequences that `transform`
  /// returns.
  public func flatMapValues<U: Sequence>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (T.Iterator.Element) -> U
  ) -> Guarantee<[U.Iterator.Element]> {
    Guarantee<[U.Iterator.Element]>(
      core: core.map(.init("flatMapValues", fileID, line, on, flags)) { $0.flatMap(transform) })
  }

  /// Returns a guarantee that is resolved with the non-`nil` results of `transform` for all
  /// elements.
  public func compactMapValues<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (T.Iterator.Element) -> U?
  ) -> Guarantee<[U]> {
    Guarantee<[U]>(
      core: core.map(.init("compactMapValues", fileID, line, on, flags)) {
        $0.compactMap(transform)
      }
    )
  }

  /// Returns a guarantee that is resolved with the values of all the guarantees that `transform`
  /// returns, in order.
  public func thenMap<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (T.Iterator.Element) -> Guarantee<U>
  ) -> Guarantee<[U]> {
    Guarantee<[U]>(
      core: core.then(.init("thenMap", fileID, line, on, flags)) {
        when(fulfilled: $0.map(transform), fileID: fileID, line: line)
      })
  }

  /// Returns a guarantee that is resolved with the elements of all the sequences that the promises
  /// or guarantees returned by `transform` produce, in order.
  ///
  /// If one of them is rejected, the guarantee stays pending, and the error is reported as
  /// unhandled.
  public func thenFlatMap<U: Thenable>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (T.Iterator.Element) -> U
  ) -> Guarantee<[U.T.Iterator.Element]> where U.T: Sequence {
    Guarantee<[U.T.Iterator.Element]>(
      core: core.then(.init("thenFlatMap", fileID, line, on, flags)) {
        when(fulfilled: $0.map(transform), fileID: fileID, line: line)
          .map(on: nil) { $0.flatMap(\.self) }
      })
  }

  /// Returns a guarantee that is resolved with the elements for which `isIncluded` returns `true`.
  public func filterValues(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ isIncluded: @escaping (T.Iterator.Element) -> Bool
  ) -> Guarantee<[T.Iterator.Element]> {
    Guarantee<[T.Iterator.Element]>(
      core: core.map(.init("filterValues", fileID, line, on, flags)) { $0.filter(isIncluded) })
  }

  /// Returns a guarantee that is resolved with the elements, sorted by `areInIncreasingOrder`.
  public func sortedValues(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ areInIncreasingOrder: @escaping (T.Iterator.Element, T.Iterator.Element) -> Bool
  ) -> Guarantee<[T.Iterator.Element]> {
    Guarantee<[T.Iterator.Element]>(
      core: core.map(.init("sortedValues", fileID, line, on, flags)) {
        $0.sorted(by: areInIncreasingOrder)
      })
  }
}

extension Guarantee where T: Sequence, T.Iterator.Element: Comparable {
  /// Returns a guarantee that is resolved with the elements in ascending order.
  public func sortedValues(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[T.Iterator.Element]> {
    sortedValues(on: on, flags: flags, fileID: fileID, line: line, <)
  }
}
