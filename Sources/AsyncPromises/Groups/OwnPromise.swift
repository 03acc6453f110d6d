// A promise whose own work must not wait for it.

/// Tells work which promise it settles. User code may return that promise to the work, which then
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
    if isCell(promise.cell) { throw PromiseError.cycle }
    return try await promise.get()
  }

  /// Whether the cell is that of the promise, which lasts as long as its work, so that no other one
  /// has its address.
  func isCell(_ cell: Cell) -> Bool { word.load() == Unmanaged<Cell>.passUnretained(cell).word }
}
