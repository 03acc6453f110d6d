// A promise whose own work must not wait for it.

/// Names a promise to the work that settles it. The work may be given the promise by user code, and
/// would wait for itself.
final class OwnPromise: Sendable {
  private let word = StateWord(0)

  /// Called when the promise exists, before user code can have it.
  func isKnown<Value: Sendable>(_ promise: Promise<Value>) -> Promise<Value> {
    _ = word.exchange(Unmanaged<Cell>.passUnretained(promise.cell).word)
    return promise
  }

  /// Waits for a promise that user code has returned.
  ///
  /// - Throws: `PromiseError.cycle` if it is the promise itself.
  nonisolated(nonsending) func get<Followed: PromiseProtocol>(
    _ followed: Followed
  ) async throws -> Followed.Value {
    let promise = followed.promise
    // The promise lasts as long as its work, so that no other one has its address.
    if word.load() == Unmanaged<Cell>.passUnretained(promise.cell).word { throw PromiseError.cycle }
    return try await promise.get()
  }
}
