// Converting a promise to a publisher.

#if OPEN_COMBINE || canImport(Combine)
  import AsyncPromises
  import Foundation
  #if OPEN_COMBINE
    import OpenCombine
  #else
    import Combine
  #endif

  extension Promise {
    /// Returns a publisher that sends the value to any number of subscribers, whenever they
    /// subscribe.
    ///
    /// It is like a `Future`, but its subscribers can withdraw.
    ///
    /// ## Cancellation
    /// A subscriber that cancels withdraws from the promise, which is abandoned if it has no other
    /// consumer.
    ///
    /// ## Example
    /// ```swift apple
    /// let cancellable = load(url).publisher().replaceError(with: .offline).sink { show($0) }
    /// ```
    ///
    /// - Returns: a publisher that sends the value and finishes, or fails with the promise's error.
    public func publisher() -> PromisePublisher<Value> {
      PromisePublisher(promise: self)
    }
  }

  /// Publishes a promise's value to each subscriber that requests it, or fails with the promise's
  /// error.
  ///
  /// Values and completions are delivered on the global executor; use `receive(on:)` to move them
  /// elsewhere.
  ///
  /// ## Cancellation
  /// A subscriber that cancels withdraws from the promise, which is abandoned if it has no other
  /// consumer. If the promise is cancelled, the publisher fails with `CancellationError`.
  public struct PromisePublisher<Value: Sendable>: Publisher {
    /// The value of the promise.
    public typealias Output = Value
    /// The error that the promise is rejected with.
    public typealias Failure = any Error

    fileprivate let promise: Promise<Value>

    /// Gives `subscriber` its own subscription.
    public func receive(subscriber: some Subscriber<Value, any Error>) {
      // SAFETY: a subscriber may be called from any thread, one call at a time.
      nonisolated(unsafe) let subscriber = AnySubscriber(subscriber)
      let outcome = promise.map { $0 }.ignoreErrors()
      let (subscribed, start) = Promise<Void>.pending()
      let (demanded, demand) = Promise<Void>.pending()
      let delivery =
        subscribed
        .then { outcome }
        .catch { subscriber.receive(completion: .failure($0)) }
        .then { value in demanded.map { value } }
        .done { _ = subscriber.receive($0) }
        .done { subscriber.receive(completion: .finished) }
        .ignoreErrors()
      subscriber.receive(
        subscription: PromiseSubscription(demand) {
          delivery.cancel()
          outcome.cancel()
        })
      start.fulfill()
    }
  }

  /// One subscriber's subscription to a promise. Only the promise keeps the subscriber alive, until
  /// everything has been delivered.
  private final class PromiseSubscription: Subscription, @unchecked Sendable {
    private let lock = NSLock()
    private var isDemanded = false
    private let demand: Resolver<Void>
    private let withdraw: @Sendable () -> Void

    init(_ demand: Resolver<Void>, withdraw: @escaping @Sendable () -> Void) {
      (self.demand, self.withdraw) = (demand, withdraw)
    }

    /// There is only one value, and the first demand requests it.
    func request(_ demand: Subscribers.Demand) {
      if demand > .none, isFirstDemand() { self.demand.fulfill() }
    }

    func cancel() {
      withdraw()
    }

    private func isFirstDemand() -> Bool {
      lock.withLock {
        defer { isDemanded = true }
        return !isDemanded
      }
    }

    /// After this, the value can no longer be requested.
    deinit {
      guard isFirstDemand() else { return }
      withdraw()
      demand.fulfill()
    }
  }
#endif
