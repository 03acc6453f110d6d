// From a promise to a publisher.

import AsyncPromises
import OpenCombine
import Synchronization

extension Promise {
  /// A publisher of the value: like a `Future`, but one whose subscribers can withdraw.
  ///
  /// - Returns: a publisher that any number of subscribers may use, at any time.
  public func publisher() -> PromisePublisher<Value> {
    PromisePublisher(promise: self)
  }
}

/// Publishes the value of a promise to each subscriber that asks for one, and the promise's
/// rejection as its failure.
///
/// Values and completions come from the global executor; `receive(on:)` takes them elsewhere.
///
/// ## Cancellation
/// A subscriber that cancels withdraws from the promise, which is cancelled when nobody else is
/// interested in it. A promise that is cancelled fails with `CancellationError`.
public struct PromisePublisher<Value: Sendable>: Publisher {
  /// The value of the promise.
  public typealias Output = Value
  /// Whatever the promise is rejected with.
  public typealias Failure = any Error

  fileprivate let promise: Promise<Value>

  /// Gives `subscriber` a subscription of its own.
  public func receive(subscriber: some Subscriber<Value, any Error>) {
    // SAFETY: a subscriber takes its calls from any thread, one after the other.
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

/// One subscriber's share of a promise. The subscriber itself is kept by the promise alone, until
/// it has all.
private final class PromiseSubscription: Subscription {
  private let isDemanded = Atomic(false)
  private let demand: Resolver<Void>
  private let withdraw: @Sendable () -> Void

  init(_ demand: Resolver<Void>, withdraw: @escaping @Sendable () -> Void) {
    (self.demand, self.withdraw) = (demand, withdraw)
  }

  /// There is one value only: the first demand asks for it.
  func request(_ demand: Subscribers.Demand) {
    if demand > .none, isFirstDemand() { self.demand.fulfill() }
  }

  func cancel() {
    withdraw()
  }

  private func isFirstDemand() -> Bool {
    !isDemanded.exchange(true, ordering: .relaxed)
  }

  /// Nobody can ask any more.
  deinit {
    guard isFirstDemand() else { return }
    withdraw()
    demand.fulfill()
  }
}
