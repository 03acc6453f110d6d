// Handles only the newest element, and cancels work for earlier ones.

import AsyncPromises

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns the values of the promises that `work` creates for the elements. A newer element
  /// replaces earlier ones.
  ///
  /// Starts reading the elements immediately. Only the newest unread value is kept.
  ///
  /// ## Cancellation
  /// A newer element cancels the previous element's promise. Ending the loop over the answers
  /// cancels the current promise.
  ///
  /// - Parameter work: starts the work for an element.
  /// - Returns: a sequence that throws the first rejection that isn't outdated, and any error of
  ///   this sequence.
  public func latest<Value: Sendable>(
    _ work: @escaping @Sendable (Element) -> Promise<Value>
  ) -> AsyncThrowingStream<Value, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { answers in
      let reader = Task {
        var latest: Promise<Void>?
        defer { latest?.cancel() }
        do {
          for try await element in self {
            latest?.cancel()
            latest = work(element).done { answers.yield($0) }.catch { error in
              if !(error is CancellationError) { answers.finish(throwing: error) }
            }
          }
          _ = await latest?.result
          answers.finish()
        } catch {
          answers.finish(throwing: error)
        }
      }
      answers.onTermination = { _ in reader.cancel() }
    }
  }
}
