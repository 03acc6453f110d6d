// The newest element is worth an answer; those before it are not any more.

import AsyncPromises

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// The values of the promises that `work` makes of the elements, as long as no newer one comes.
  ///
  /// Starts to read the elements at once. Of values that nobody has read, the newest is kept.
  ///
  /// ## Cancellation
  /// A newer element cancels the promise of the one before, and so does the end of the loop over
  /// the answers.
  ///
  /// - Parameter work: starts the work for an element.
  /// - Returns: a sequence that throws the first rejection that is not outdated, and what this
  ///   sequence throws.
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
