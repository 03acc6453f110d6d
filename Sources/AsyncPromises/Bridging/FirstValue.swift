// From an asynchronous sequence to a promise.

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns a promise that is fulfilled with the first element, or rejected with the error that
  /// the sequence throws instead.
  ///
  /// Iteration starts at once, in its own task. If the sequence ends without an element, the
  /// promise is rejected with ``PromiseError/missingValue``.
  ///
  /// ## Cancellation
  /// When the promise is cancelled, or its last consumer leaves, the iterating task is cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let greeting = messages(in: "lobby").firstValue()
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: a promise for the first element.
  public func firstValue(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Element> {
    Promise.start(Origin("firstValue", fileID, line)) {
      for try await element in self { return element }
      throw PromiseError.missingValue
    }
  }

  /// Returns a promise that is fulfilled with the first element that satisfies `predicate`, or
  /// rejected with the error that the sequence or the predicate throws before a match.
  ///
  /// Iteration starts at once, in its own task; the predicate runs in the isolation it was written
  /// in. If the sequence ends without a match, the promise is rejected with
  /// ``PromiseError/missingValue``.
  ///
  /// ## Cancellation
  /// When the promise is cancelled, or its last consumer leaves, the iterating task is cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let reply = messages(in: "lobby").firstValue { $0.hasPrefix("re: ") }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  ///   - predicate: returns whether an element matches.
  /// - Returns: a promise for the first matching element.
  public func firstValue(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    where predicate: @escaping @Sendable @isolated(any) (Element) async throws -> Bool
  ) -> Promise<Element> {
    Promise.start(Origin("firstValue", fileID, line)) {
      for try await element in self where try await predicate(element) { return element }
      throw PromiseError.missingValue
    }
  }
}
