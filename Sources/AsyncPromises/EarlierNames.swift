// Deprecated names from before 1.0, which removes them.

/// Deprecated: use ``RemainingInputs``.
@available(*, deprecated, renamed: "RemainingInputs")
@_documentation(visibility: internal)
public typealias LoserPolicy = RemainingInputs

extension Promise {
  /// Deprecated: use ``resultIfSettled``.
  @available(*, deprecated, renamed: "resultIfSettled")
  @_documentation(visibility: internal)
  public var current: Result<Value, any Error>? { resultIfSettled }

  /// Deprecated: `losers` is now `remaining`.
  @available(*, deprecated, renamed: "all(_:remaining:)")
  @_documentation(visibility: internal)
  public static func all<T: Sendable>(
    _ promises: some Sequence<Promise<T>>, losers: RemainingInputs,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[T]> where Value == [T] {
    all(promises, remaining: losers, fileID: fileID, line: line)
  }

  /// Deprecated: `losers` is now `remaining`.
  @available(*, deprecated, renamed: "all(_:remaining:)")
  @_documentation(visibility: internal)
  public static func all<each T: Sendable>(
    _ promise: repeat Promise<each T>, losers: RemainingInputs,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(repeat each T)> where Value == (repeat each T) {
    all(repeat each promise, remaining: losers, fileID: fileID, line: line)
  }

  /// Deprecated: `losers` is now `remaining`.
  @available(*, deprecated, renamed: "any(_:remaining:)")
  @_documentation(visibility: internal)
  public static func any(
    _ promises: some Sequence<Promise>, losers: RemainingInputs,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    any(promises, remaining: losers, fileID: fileID, line: line)
  }

  /// Deprecated: `losers` is now `remaining`.
  @available(*, deprecated, renamed: "any(_:remaining:)")
  @_documentation(visibility: internal)
  public static func any(
    _ promises: Promise..., losers: RemainingInputs,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    any(promises, remaining: losers, fileID: fileID, line: line)
  }

  /// Deprecated: `losers` is now `remaining`.
  @available(*, deprecated, renamed: "race(_:remaining:)")
  @_documentation(visibility: internal)
  public static func race(
    _ promises: some Sequence<Promise>, losers: RemainingInputs,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    race(promises, remaining: losers, fileID: fileID, line: line)
  }

  /// Deprecated: `losers` is now `remaining`.
  @available(*, deprecated, renamed: "race(_:remaining:)")
  @_documentation(visibility: internal)
  public static func race(
    _ promises: Promise..., losers: RemainingInputs,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    race(promises, remaining: losers, fileID: fileID, line: line)
  }
}
