// done: uses a value without returning a new one.

extension Promise {
  /// Returns a promise that is fulfilled when `body` returns, or rejected with this promise's error
  /// or the error `body` throws.
  ///
  /// The closure runs in the isolation it was written in, after any earlier handlers with the same
  /// isolation. A chain may end with `done`, which doesn't wait for a promise created in the body;
  /// to wait for it, use `then`. The compiler warns if such a promise goes unused.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws it from this promise. The body is skipped unless it
  /// has already started.
  ///
  /// ## Example
  /// ```swift
  /// user.done { label.text = $0.name }
  /// ```
  ///
  /// - Parameter body: receives the value.
  /// - Returns: a promise that carries no value.
  @inlinable @discardableResult
  public func done<Rank: FixedWidthInteger>(
    fileID: StaticString = #fileID, line: UInt = #line, rank: Rank = UInt8(0),
    @_inheritActorContext
    @_LastExpression _ body: @escaping @Sendable @isolated(any) (Value) throws -> Void
  ) -> Promise<Void> {
    map(body, Origin("done", fileID, line))
  }

  /// The same for bodies that aren't a single expression, which the result builder rejects.
  ///
  /// Given two generic overloads, the compiler tries the more specialized one first and falls back
  /// to the other: hence the ranks. Any other way of ranking them makes chains slow to type-check.
  /// With this overload first, it would never fall back, because it would accept `Any` for `$0` and
  /// complain only later.
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

/// Passes a closure's single expression through unchanged.
///
/// A closure with a result builder is type-checked only after the surrounding types are known.
/// Without the builder, the compiler would infer `Any` as the type of `$0` in a final `print($0)`
/// before it checked earlier multi-statement closures. Multi-statement bodies are checked late
/// anyway.
@_documentation(visibility: internal)
@resultBuilder
public enum _LastExpression {
  /// Accepts the closure's single expression.
  @inlinable
  public static func buildBlock(_ expression: Void) {}
}
