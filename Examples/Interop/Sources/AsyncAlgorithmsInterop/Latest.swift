// The newest element is worth an answer; those before it are not any more.

import AsyncAlgorithms
import AsyncPromises

extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
  /// The values of the promises that `work` makes of the elements, as long as no newer one comes.
  ///
  /// ## Cancellation
  /// A newer element cancels the promise of the one before, and so does the end of the loop.
  ///
  /// - Parameter work: starts the work for an element.
  /// - Returns: a sequence that throws the first rejection that is not outdated.
  public func latest<Value: Sendable>(
    _ work: @escaping @Sendable (Element) -> Promise<Value>
  ) -> some AsyncSequence<Value, any Error> & Sendable {
    flatMapLatest { element in
      CollectionOfOne(work(element)).async.map { try await $0.ownedValue }
    }
  }
}

extension Promise {
  /// The value, for a task that is the only one to want it: cancelling the task cancels the
  /// promise, where `value` would only stop waiting.
  fileprivate var ownedValue: Value {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}
