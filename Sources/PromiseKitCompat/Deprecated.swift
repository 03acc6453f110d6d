// Names from PromiseKit 5 and earlier. PromiseKit's CocoaPods still have them, deprecated as here.

import Dispatch

extension Promise {
  /// Returns a promise that settles like this promise after `body` has run, whatever the outcome.
  @available(*, deprecated, renamed: "ensure(on:_:)")
  public func always(
    on q: DispatchQueue = .main, fileID: StaticString = #fileID, line: UInt = #line,
    execute body: @escaping () -> Void
  ) -> Promise<T> {
    ensure(on: q, fileID: fileID, line: line, body)
  }
}

extension Thenable where T: Sequence {
  /// Returns a promise that is fulfilled with the elements that pass `test`.
  @available(*, deprecated, renamed: "filterValues(on:_:)")
  public func filter(
    on: DispatchQueue? = conf.Q.map, fileID: StaticString = #fileID, line: UInt = #line,
    test: @escaping (T.Iterator.Element) -> Bool
  ) -> Promise<[T.Iterator.Element]> {
    filterValues(on: on, fileID: fileID, line: line, test)
  }
}

extension Thenable where T: Collection {
  /// A promise that is fulfilled with the first element, or rejected with
  /// ``PMKError/emptySequence`` if there is none.
  @available(*, deprecated, renamed: "firstValue")
  public var first: Promise<T.Iterator.Element> { firstValue }

  /// A promise that is fulfilled with the last element, or rejected with ``PMKError/emptySequence``
  /// if there is none.
  @available(*, deprecated, renamed: "lastValue")
  public var last: Promise<T.Iterator.Element> { lastValue }
}

extension Thenable where T: Sequence, T.Iterator.Element: Comparable {
  /// Returns a promise that is fulfilled with the elements in ascending order.
  @available(*, deprecated, renamed: "sortedValues(on:)")
  public func sorted(
    on: DispatchQueue? = conf.Q.map, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[T.Iterator.Element]> {
    sortedValues(on: on, fileID: fileID, line: line)
  }
}

// MARK: Wrap

// Disfavored, so that in a file that also imports google/promises, the name refers to its
// functions.

/// Returns a promise that is rejected with the callback's error, if any, or else fulfilled with its
/// value.
///
/// If there is neither, it is rejected with ``PMKError/invalidCallingConvention``.
@available(*, deprecated, message: "use Promise(resolver:)")
@_disfavoredOverload
public func wrap<T>(
  fileID: StaticString = #fileID, line: UInt = #line,
  _ body: (@escaping @Sendable (T?, (any Error)?) -> Void) throws -> Void
) -> Promise<T> {
  Promise(fileID: fileID, line: line) { seal in try body { seal.resolve($0, $1) } }
}

/// Returns a promise that is rejected with the callback's error, if any, or else fulfilled with its
/// value.
@available(*, deprecated, message: "use Promise(resolver:)")
@_disfavoredOverload
public func wrap<T>(
  fileID: StaticString = #fileID, line: UInt = #line,
  _ body: (@escaping @Sendable (T, (any Error)?) -> Void) throws -> Void
) -> Promise<T> {
  Promise(fileID: fileID, line: line) { seal in try body { seal.resolve($0, $1) } }
}

/// Returns a promise that is rejected with the callback's error, if any, or else fulfilled with its
/// value.
///
/// If there is neither, it is rejected with ``PMKError/invalidCallingConvention``.
@available(*, deprecated, message: "use Promise(resolver:)")
@_disfavoredOverload
public func wrap<T>(
  fileID: StaticString = #fileID, line: UInt = #line,
  _ body: (@escaping @Sendable ((any Error)?, T?) -> Void) throws -> Void
) -> Promise<T> {
  Promise(fileID: fileID, line: line) { seal in try body { seal.resolve($0, $1) } }
}

/// Returns a promise that is rejected with the callback's error, if any, or else fulfilled.
@available(*, deprecated, message: "use Promise(resolver:)")
@_disfavoredOverload
public func wrap(
  fileID: StaticString = #fileID, line: UInt = #line,
  _ body: (@escaping @Sendable ((any Error)?) -> Void) throws -> Void
) -> Promise<Void> {
  Promise(fileID: fileID, line: line) { seal in try body { seal.resolve($0) } }
}

/// Returns a promise that is fulfilled with the callback's value.
@available(*, deprecated, message: "use Promise(resolver:)")
@_disfavoredOverload
public func wrap<T>(
  fileID: StaticString = #fileID, line: UInt = #line,
  _ body: (@escaping @Sendable (T) -> Void) throws -> Void
) -> Promise<T> {
  Promise(fileID: fileID, line: line) { seal in try body { seal.fulfill($0) } }
}
