// From callbacks to promises: a body that receives a resolver.

extension Promise {
  /// Creates a promise and immediately runs `body` with its resolver; the promise is rejected with
  /// any error `body` throws.
  ///
  /// The first call to the resolver, on any thread, settles the promise. If every copy of the
  /// resolver, including the body's, is released without a call, the promise is rejected with
  /// ``PromiseError/broken(createdAt:)``.
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
  /// - Parameter body: starts the work; runs synchronously.
  @inlinable
  public init(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (Resolver<Value>) throws -> Void
  ) {
    let cell = ValueCell<Value>(Origin("callback", fileID, line))
    let resolver = Resolver(cell)
    self.init(cell: cell)
    // Makes sure that an error thrown by the body rejects the promise before it counts as broken.
    withExtendedLifetime(resolver) {
      do {
        try body(resolver)
      } catch {
        Trampoline.run { _ = cell.reject(error, &$0) }
      }
    }
  }
}
