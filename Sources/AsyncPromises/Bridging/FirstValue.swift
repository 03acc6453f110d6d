// From an asynchronous sequence to a promise.

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns a promise that is fulfilled with the first element, or rejected with the error that
  /// the sequence throws before it.
  ///
  /// The iteration starts at once, in a task of its own. A sequence that ends without an element
  /// rejects the promise with ``PromiseError/missingValue``.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the task that iterates.
  ///
  /// ## Example
  /// ```swift
  /// let greeting = messages(in: "lobby").firstValue()
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: a promise of the first element.
  public func firstValue(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Element> {
    Promise.start(Origin("firstValue", fileID, line)) {
      for try await element in self { return element }
      throw PromiseError.missingValue
    }
  }
}
