// From callbacks to promise: a body that keeps a resolver.

extension Promise {
  /// Runs `body` at once with the resolver of a new promise; rejected with what `body` throws.
  ///
  /// Settled by the first call to the resolver, wherever it ends up. Rejected with
  /// ``PromiseError/broken(createdAt:)`` when the body and everybody it gave the resolver to have
  /// let it go without a call.
  ///
  /// ## Cancellation
  /// ``cancel()`` rejects the promise and runs what was given to ``Resolver/onCancel(_:)``.
  ///
  /// ```swift
  /// let answer = Promise<Int> { resolver in
  ///   panel.begin { response in resolver.fulfill(response) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - body: starts the work, on the caller's stack.
  @inlinable
  public init(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (Resolver<Value>) throws -> Void
  ) {
    let cell = ValueCell<Value>(Origin(.callback, fileID, line))
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
