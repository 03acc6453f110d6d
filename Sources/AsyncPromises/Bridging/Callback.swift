// From callbacks to promise: a body that keeps a resolver.

extension Promise {
  /// Creates a promise and runs `body` at once with its resolver; an error thrown by `body` rejects
  /// it.
  ///
  /// The first call to the resolver settles the promise, wherever it is made. The promise is
  /// rejected with ``PromiseError/broken(createdAt:)`` when every copy of the resolver, that of the
  /// body included, is released without a call.
  ///
  /// ## Cancellation
  /// ``cancel()`` rejects the promise and runs the handlers registered with
  /// ``Resolver/onCancel(_:)``.
  ///
  /// ## Example
  /// ```swift
  /// let answer = Promise<Int> { resolver in
  ///   panel.begin { response in resolver.fulfill(response) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - body: starts the work, on the caller's stack.
  @inlinable
  public init(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (Resolver<Value>) throws -> Void
  ) {
    let cell = ValueCell<Value>(Origin("callback", fileID, line))
    let resolver = Resolver(cell)
    self.init(cell: cell)
    // The promise is rejected with what the body throws before it is broken.
    withExtendedLifetime(resolver) {
      do {
        try body(resolver)
      } catch {
        Trampoline.run { _ = cell.reject(error, &$0) }
      }
    }
  }
}
