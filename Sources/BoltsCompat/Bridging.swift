// Conversions to and from AsyncPromises, which a chain may use as often as it needs.

import AsyncPromises
import PromiseCompatSupport

extension Task {
  /// Returns a task that settles like this task and whose consumers can come and go without
  /// stopping the work.
  ///
  /// A task whose work is stopped because its last consumer has left is faulted with
  /// `AsyncPromises.PromiseError.abandoned(createdAt:)`. Share a shielded one, as in a cache, with
  /// code that cancels its chains, or the tasks that wait for them.
  public func shielded(fileID: StaticString = #fileID, line: UInt = #line) -> Task<TResult> {
    Task(core: core.shielded(fileID: fileID, line: line))
  }
}

extension Task where TResult: Sendable {
  /// An `AsyncPromises.Promise` with the same outcome; if the task is cancelled, the promise is
  /// rejected with `CancellationError`.
  ///
  /// When cancelled, it withdraws from this task, which is cancelled if it has no other consumer.
  public var asyncPromise: AsyncPromises.Promise<TResult> {
    core.derive(in: .inline, Origin("asyncPromise", whereMade: core.cell.origin)) {
      _, source, derived, effects in
      switch Core<TResult>.outcome(of: source) {
      case .success(let value):
        AsyncPromises.Promise<TResult>.settle(derived, &effects) { value.value }
      case .failure(let error) where CancelledError.isMeant(by: error):
        AsyncPromises.Promise<TResult>.settle(derived, &effects) { throw CancellationError() }
      case .failure: derived.pass(asOurs: source, &effects)
      }
    }
  }

  /// Creates a task with the outcome of an `AsyncPromises.Promise`; if the promise is rejected with
  /// `CancellationError`, the task is cancelled.
  public convenience init(
    _ promise: AsyncPromises.Promise<TResult>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      core: promise.settle(.init(Origin("asyncPromise", fileID, line)), for: .values) {
        try $0.get()
      })
  }
}
