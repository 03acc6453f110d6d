// Between this vocabulary and that of AsyncPromises: a chain may cross as often as it likes.

import AsyncPromises

extension Task where TResult: Sendable {
  /// A promise of AsyncPromises with the same outcome; a cancelled task rejects it with
  /// `CancellationError`.
  ///
  /// Cancelling it withdraws from this task, which is cancelled if it has no other consumer.
  public var asyncPromise: AsyncPromises.Promise<TResult> {
    core.derive(in: .inline, Origin("asyncPromise", whereMade: core.cell.origin)) {
      _, source, derived, effects in
      switch Core<TResult>.outcome(of: source) {
      case .success(let value):
        AsyncPromises.Promise<TResult>.settle(derived, &effects) { value.value }
      case .failure(is CancelledError):
        AsyncPromises.Promise<TResult>.settle(derived, &effects) { throw CancellationError() }
      case .failure: derived.pass(asOurs: source, &effects)
      }
    }
  }

  /// Creates a task with the outcome of a promise of AsyncPromises; a promise rejected with
  /// `CancellationError` cancels the task.
  public convenience init(
    _ promise: AsyncPromises.Promise<TResult>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      core: promise.settle(.init(Origin("asyncPromise", fileID, line)), for: .values) {
        try $0.get()
      })
  }
}
