// Converting a publisher to a promise.

#if OPEN_COMBINE || canImport(Combine)
  import AsyncPromises
  import Foundation
  #if OPEN_COMBINE
    import OpenCombine
  #else
    import Combine
  #endif

  extension Publisher where Output: Sendable {
    /// Returns a promise that is fulfilled with the first value, or rejected if the publisher fails
    /// before sending one.
    ///
    /// It subscribes at once, requests one value, and then cancels the subscription. If the
    /// publisher finishes without a value, the promise is rejected with
    /// `PromiseError.missingValue`; if the publisher drops its subscriber, with
    /// `PromiseError.broken`. A subscription keeps its subject alive, so if a value may never be
    /// sent, add a `timeout`.
    ///
    /// ## Cancellation
    /// Cancelling the promise cancels the subscription.
    ///
    /// ## Example
    /// ```swift apple
    /// let name = names.firstValue().timeout(after: .seconds(5))
    /// ```
    ///
    /// - Returns: a promise for the first value.
    public func firstValue(fileID: StaticString = #fileID, line: UInt = #line) -> Promise<Output> {
      Promise(fileID: fileID, line: line) { resolver in
        let subscriber = FirstValue<Output, Failure>(resolver)
        subscribe(subscriber)
        // Weak, so that a publisher that releases the subscriber breaks the promise.
        resolver.onCancel { [weak subscriber] in subscriber?.cancel() }
      }
    }
  }

  /// Requests one value and settles a promise with it.
  private final class FirstValue<Input: Sendable, Failure: Error>: Subscriber, @unchecked Sendable {
    private enum State {
      case awaitingSubscription
      case subscribed(any Subscription)
      case ended
    }

    private let lock = NSLock()
    private var state = State.awaitingSubscription
    private let resolver: Resolver<Input>

    init(_ resolver: Resolver<Input>) {
      self.resolver = resolver
    }

    func receive(subscription: any Subscription) {
      let isWanted = lock.withLock {
        guard case .awaitingSubscription = state else { return false }
        state = .subscribed(subscription)
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
      lock.withLock {
        defer { state = .ended }
        return state
      }
    }
  }
#endif
