// From an asynchronous sequence to a promise.

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns a promise that is fulfilled with the first element, or the first that satisfies
  /// `predicate`, or rejected with the error that the sequence or the predicate throws before that.
  ///
  /// Iteration starts at once, in its own task; the predicate runs in the isolation it was written
  /// in. If the sequence ends without such an element, the promise is rejected with
  /// ``PromiseError/missingValue``.
  ///
  /// ## Cancellation
  /// When the promise is cancelled, or its last consumer leaves, the iterating task is cancelled.
  ///
  /// ## Example
  /// ```swift
  /// let greeting = messages(in: "lobby").firstValue()
  /// let reply = messages(in: "lobby").firstValue { $0.hasPrefix("re: ") }
  /// ```
  ///
  /// - Parameter predicate: returns whether an element matches; by default, any does.
  /// - Returns: a promise for the element.
  public func firstValue(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    where predicate:
      @escaping @Sendable @isolated(any) (Element) async throws -> Bool = { _ in true }
  ) -> Promise<Element> {
    let origin = Origin("firstValue", fileID, line)
    let isolation = predicate.isolation
    origin.record(isolation: isolation)
    let cell = ValueCell<Element>(origin)
    // The whole task runs in the predicate's isolation, where it also releases the predicate.
    let operation = Operation.captured {
      let outcome: Result<Element, any Error>
      do {
        outcome = .success(try await first(where: predicate, isolation: #isolation))
      } catch {
        outcome = .failure(error)
      }
      cell.operationEnded(outcome)
      cell.taskWord.taskEnded()
    }
    origin.record?.waits(for: .operation)
    cell.wait(for: Tasks.operation(for: cell, on: isolation, .enqueued, operation))
    return Promise(cell: cell)
  }

  private func first(
    where predicate: @Sendable @isolated(any) (Element) async throws -> Bool,
    isolation: isolated (any Actor)?
  ) async throws -> Element {
    for try await element in self where try await predicate(element) { return element }
    // Many sequences just end when their task is cancelled.
    try Task.checkCancellation()
    throw PromiseError.missingValue
  }
}
