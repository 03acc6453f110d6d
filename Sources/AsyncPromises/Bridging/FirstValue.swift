// From an asynchronous sequence to a promise.

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Fulfilled with the first element; rejected with what the sequence throws before it.
  ///
  /// Starts to iterate at once, in a task of its own. A sequence that ends without an element
  /// rejects the promise with ``PromiseError/missingValue``.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the task that iterates.
  ///
  /// ```swift
  /// let greeting = messages(in: "lobby").firstValue()
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  /// - Returns: a promise of the first element.
  public func firstValue(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Element> {
    Promise.start(Origin(.firstValue, fileID, line)) {
      for try await element in self { return element }
      throw PromiseError.missingValue
    }
  }
}
