// done: a value is used, and that was it.

extension Promise {
  /// Fulfilled when `body` has returned; rejected with what it throws, or as this promise is.
  ///
  /// The closure runs in the isolation it was written in, after those registered before it. It may
  /// be the last link of a chain.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise skips a body that has not started, and withdraws from this
  /// promise.
  ///
  /// ```swift
  /// user.done { label.text = $0.name }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - rank: leave it to the compiler.
  ///   - body: uses the value.
  /// - Returns: a promise of the end of `body`.
  @inlinable @discardableResult
  public func done<Rank: FixedWidthInteger>(
    fileID: StaticString = #fileID, line: UInt = #line, rank: Rank = UInt8(0),
    @_inheritActorContext @_implicitSelfCapture
    @LastExpression _ body: @escaping @Sendable @isolated(any) (Value) throws -> Void
  ) -> Promise<Void> {
    map(body, Origin(.done, fileID, line))
  }

  /// The same, for bodies that are not one expression, which the result builder refuses.
  ///
  /// Of two generic overloads the compiler tries the more special one first, and the other one if
  /// that fails: hence their ranks. Any other way to prefer one makes chains slow to type-check.
  @_documentation(visibility: internal)
  @inlinable @discardableResult
  public func done<Rank: BinaryInteger>(
    fileID: StaticString = #fileID, line: UInt = #line, rank: Rank = UInt8(0),
    @_inheritActorContext @_implicitSelfCapture
    _ body: @escaping @Sendable @isolated(any) (Value) throws -> Void
  ) -> Promise<Void> {
    map(body, Origin(.done, fileID, line))
  }
}

/// Takes the one expression of a closure as it is.
///
/// A closure under a result builder is type-checked when the types around it are known. Without
/// one, `print($0)` at the end of a chain takes its argument for `Any` before the compiler has
/// looked at closures of several statements that come earlier. Bodies of several statements are
/// checked late in any case.
@_documentation(visibility: internal)
@resultBuilder
public enum LastExpression {
  /// The expression.
  @inlinable
  public static func buildBlock(_ expression: Void) {}
}
