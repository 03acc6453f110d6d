// From a publisher to a promise.

import AsyncPromises
import OpenCombine
import Synchronization

extension Publisher where Output: Sendable {
  /// Fulfilled with the first value; rejected with the failure that comes before it.
  ///
  /// Subscribes at once and asks for one value, no more; then the subscription is cancelled. A
  /// publisher that finishes without a value rejects the promise with `PromiseError.missingValue`.
  ///
  /// A subscription keeps its subject: where nobody may ever send, use a timeout. A publisher that
  /// lets its subscriber go rejects the promise with `PromiseError.broken`.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the subscription.
  ///
  /// - Returns: a promise of the first value.
  public func firstValue(fileID: StaticString = #fileID, line: UInt = #line) -> Promise<Output> {
    Promise(fileID: fileID, line: line) { resolver in
      let subscriber = FirstValue<Output, Failure>(resolver)
      subscribe(subscriber)
      // Weak, so that a publisher that lets go of the subscriber breaks the promise.
      resolver.onCancel { [weak subscriber] in subscriber?.cancel() }
    }
  }
}

/// Asks for one value and settles a promise.
private final class FirstValue<Input: Sendable, Failure: Error>: Subscriber, Sendable {
  // SAFETY: a subscription may be cancelled from anywhere.
  private enum State: @unchecked Sendable {
    case awaitingSubscription
    case subscribed(any Subscription)
    case ended
  }

  private let state = Mutex(State.awaitingSubscription)
  private let resolver: Resolver<Input>

  init(_ resolver: Resolver<Input>) {
    self.resolver = resolver
  }

  func receive(subscription: any Subscription) {
    let new = State.subscribed(subscription)
    let isWanted = state.withLock { state in
      guard case .awaitingSubscription = state else { return false }
      state = new
      return true
    }
    if isWanted { subscription.request(.max(1)) } else { subscription.cancel() }
  }

  func receive(_ value: Input) -> Subscribers.Demand {
    if case .subscribed(let subscription) = end() {
      subscription.cancel()
      resolver.fulfill(value)
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard case .subscribed = end() else { return }
    switch completion {
    case .finished: resolver.reject(PromiseError.missingValue)
    case .failure(let error): resolver.reject(error)
    }
  }

  func cancel() {
    if case .subscribed(let subscription) = end() { subscription.cancel() }
  }

  private func end() -> State {
    state.withLock { state in
      defer { state = .ended }
      return state
    }
  }
}
