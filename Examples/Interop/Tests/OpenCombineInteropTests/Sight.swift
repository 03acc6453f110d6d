// Records what a subscriber receives.

import AsyncPromises
import InteropSupport
import OpenCombine
import Synchronization

/// A subscriber that records what it receives.
final class Sight: Subscriber, Sendable {
  typealias Input = Int
  typealias Failure = any Error

  /// The recorded events, fulfilled when the publisher has ended.
  let end: Promise<[String]>
  private let resolver: Resolver<[String]>
  private let journal = Journal<String>()
  private let demand: Subscribers.Demand
  private let held = Mutex(Held())

  // SAFETY: a subscription may be used from any thread.
  private struct Held: @unchecked Sendable {
    var subscription: (any Subscription)?
  }

  /// Subscribes, and requests `demand` immediately.
  init(of publisher: some Publisher<Int, any Error>, demand: Subscribers.Demand = .unlimited) {
    self.demand = demand
    (end, resolver) = Promise.pending(name: "end of a publisher")
    publisher.subscribe(self)
  }

  func request(_ demand: Subscribers.Demand) {
    held.withLock { $0 }.subscription?.request(demand)
  }

  func receive(subscription: any Subscription) {
    let new = Held(subscription: subscription)
    held.withLock { $0 = new }
    if demand > .none { subscription.request(demand) }
  }

  func receive(_ value: Int) -> Subscribers.Demand {
    journal.write("\(value)")
    return .none
  }

  func receive(completion: Subscribers.Completion<any Error>) {
    switch completion {
    case .finished: journal.write("finished")
    case .failure(let error): journal.write("\(error)")
    }
    resolver.fulfill(journal.entries)
  }
}
