// done: a value is used, and that was it.

extension Promise {
  /// Returns a promise that is fulfilled when `body` returns, or rejected with this promise's error
  /// or the error `body` throws.
  ///
  /// The closure runs in the isolation it was written in, after handlers registered earlier. A
  /// chain may end with `done`. Nothing waits for a promise created in the body: use `then` to make
  /// the chain wait for it. The compiler warns if such a promise goes unused.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws from this promise and skips the body unless it has
  /// started.
  ///
  /// ## Example
  /// ```swift
  /// user.done { label.text = $0.name }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - rank: ranks the overloads; leave it out.
  ///   - body: receives the value.
  /// - Returns: a promise without a value.
  @inlinable @discardableResult
  public func done<Rank: FixedWidthInteger>(
    fileID: StaticString = #fileID, line: UInt = #line, rank: Rank = UInt8(0),
    @_inheritActorContext
    @_LastExpression _ body: @escaping @Sendable @isolated(any) (Value) throws -> Void
  ) -> Promise<Void> {
    map(body, Origin("done", fileID, line))
  }

  /// The same for bodies that are not a single expression, which the result builder rejects.
  ///
  /// Of two generic overloads the compiler tries the more specialised one first, and the other one
  /// if that fails: hence their ranks. Any other way to prefer one makes chains slow to type-check.
  @_documentation(visibility: internal)
  @inlinable @discardableResult
  public func done<Rank: BinaryInteger>(
    fileID: StaticString = #fileID, line: UInt = #line, rank: Rank = UInt8(0),
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Value) throws -> Void
  ) -> Promise<Void> {
    map(body, Origin("done", fileID, line))
  }
}

/// Passes the single expression of a closure through unchanged.
///
/// A closure under a result builder is type-checked once the surrounding types are known. Without
/// one, the argument of `print($0)` at the end of a chain becomes `Any` before the compiler has
/// checked earlier multi-statement closures. Multi-statement bodies are checked late anyway.
@_documentation(visibility: internal)
@resultBuilder
public enum _LastExpression {
  /// The expression.
  @inlinable
  public static func buildBlock(_ expression: Void) {}
}
