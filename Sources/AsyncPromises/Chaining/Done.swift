// done: a value is used, and that was it.

extension Promise {
  /// Returns a promise that is fulfilled when `body` has returned, or rejected with the error that
  /// `body` throws or the error of this promise.
  ///
  /// The closure runs in the isolation it was written in, after those registered before it. It may
  /// be the last link of a chain. Nothing waits for a promise that it makes: to have the chain wait
  /// for it, use `then`. The compiler warns of one that is made and not used.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise skips a body that has not started, and withdraws from this
  /// promise.
  ///
  /// ## Example
  /// ```swift
  /// user.done { label.text = $0.name }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - rank: it ranks the overloads; leave it out.
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

  /// The same, for bodies other than a single expression, which the result builder refuses.
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
/// A closure under a result builder is type-checked when the types around it are known. Without
/// one, `print($0)` at the end of a chain takes its argument for `Any` before the compiler has
/// checked closures of several statements that come earlier. Bodies of several statements are
/// checked late in any case.
@_documentation(visibility: internal)
@resultBuilder
public enum _LastExpression {
  /// The expression.
  @inlinable
  public static func buildBlock(_ expression: Void) {}
}
