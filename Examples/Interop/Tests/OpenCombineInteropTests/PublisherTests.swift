// Tests conversions from promises to publishers.

import AsyncPromises
import AsyncPromisesTesting
import InteropSupport
import OpenCombine
import OpenCombineInterop
import Testing

@Suite("Promise → Publisher", .timeLimit(.minutes(10)))
struct PublisherTests {
  @Test("publishes the value and finishes, for early and late subscribers")
  func value() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let early = Sight(of: promise.publisher())
    resolver.fulfill(1)
    #expect(try await early.end.value == ["1", "finished"])
    #expect(try await Sight(of: promise.publisher()).end.value == ["1", "finished"])
  }

  @Test("fails when the promise is rejected; the rejection counts as handled")
  func failure() async throws {
    try await withPromiseScope { scope in
      let (promise, resolver) = Promise<Int>.pending()
      let sight = Sight(of: promise.publisher())
      resolver.reject(TestError.first)
      #expect(try await sight.end.value == ["first"])
      try await scope.settle(within: patience)
      #expect(scope.events.isEmpty)
    }
  }

  @Test("a round trip keeps the outcome")
  func roundTrip() async throws {
    #expect(try await Promise.fulfilled(1).publisher().firstValue().get() == 1)
    await #expect(throws: TestError.first) {
      try await Promise<Int>.rejected(TestError.first).publisher().firstValue().get()
    }
  }

  @Test("the value waits for demand; a failure doesn't")
  func demand() async throws {
    let patient = Sight(of: Promise.fulfilled(1).publisher(), demand: .none)
    let failed = Sight(of: Promise<Int>.rejected(TestError.first).publisher(), demand: .none)
    #expect(try await failed.end.value == ["first"])
    #expect(patient.end.resultIfSettled == nil)
    patient.request(.max(1))
    patient.request(.unlimited)
    #expect(try await patient.end.value == ["1", "finished"])
  }

  @Test("a cancelled subscriber withdraws; the last one cancels the promise")
  func cancellation() async throws {
    try await withPromiseScope { scope in
      let (promise, resolver) = Promise<Int>.pending()
      let (stopped, stop) = Promise<Void>.pending()
      resolver.onCancel { stop.fulfill() }
      let subscribers = (0..<2).map { _ in
        promise.publisher().sink { _ in
          Issue.record("Nothing comes after a cancellation.")
        } receiveValue: { _ in
          Issue.record("Nothing comes after a cancellation.")
        }
      }
      subscribers[0].cancel()
      #expect(promise.resultIfSettled == nil)
      subscribers[1].cancel()
      try await stopped.value
      try await scope.settle(within: patience)
      #expect(scope.events.isEmpty)
    }
  }

  @Test("a subscriber that cancels on receiving the value gets no completion")
  func cancelledByValue() async throws {
    let first = Promise.fulfilled(1).publisher().prefix(1)
    #expect(try await Sight(of: first).end.value == ["1", "finished"])
  }

  @Test("a subscription that is dropped without a request withdraws")
  func dropped() async throws {
    try await withPromiseScope { scope in
      let (promise, resolver) = Promise<Int>.pending()
      let (stopped, stop) = Promise<Void>.pending()
      resolver.onCancel { stop.fulfill() }
      promise.publisher().subscribe(Deaf())
      try await stopped.value
      try await scope.settle(within: patience)
      #expect(scope.events.isEmpty)
    }
  }

  @Test("cancelling a subscriber doesn't stop a promise with other consumers")
  func sharedInterest() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.map { $0 + 1 }
    promise.publisher().sink(receiveCompletion: { _ in }, receiveValue: { _ in }).cancel()
    resolver.fulfill(1)
    #expect(try await other.value == 2)
  }

  @Test("a cancelled promise fails its subscribers")
  func cancelledPromise() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let sight = Sight(of: promise.publisher())
    promise.cancel()
    #expect(try await sight.end.value == ["CancellationError()"])
    withExtendedLifetime(resolver) {}
  }

  @Test("switchToLatest cancels outdated work")
  func switchToLatest() async throws {
    let (outdated, first) = Promise<Int>.pending()
    let (latest, second) = Promise<Int>.pending()
    let (stopped, stop) = Promise<Void>.pending()
    first.onCancel { stop.fulfill() }
    let work = PassthroughSubject<Promise<Int>, any Error>()
    let sight = Sight(of: work.map { $0.publisher() }.switchToLatest())
    work.send(outdated)
    work.send(latest)
    work.send(completion: .finished)
    try await stopped.value
    second.fulfill(2)
    #expect(try await sight.end.value == ["2", "finished"])
  }

  @Test("zip combines promises with other publishers")
  func zip() async throws {
    let sum = Promise.fulfilled(1).publisher()
      .zip(Just(2).setFailureType(to: (any Error).self))
      .map { $0 + $1 }
    #expect(try await sum.firstValue().get() == 3)
  }

  @Test("a subscriber is released on completion and on cancellation", arguments: [true, false])
  func lifetime(cancelled: Bool) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.map { $0 }
    let (subscription, freed) = Tracked.with { object in
      promise.publisher().sink(
        receiveCompletion: { _ in object.use() }, receiveValue: { _ in object.use() })
    }
    if cancelled { subscription.cancel() } else { resolver.fulfill(1) }
    try await freed.value
    other.cancel()
  }
}

/// A subscriber that requests nothing and drops its subscription.
private final class Deaf: Subscriber {
  typealias Input = Int
  typealias Failure = any Error

  func receive(subscription: any Subscription) {}
  func receive(_ value: Int) -> Subscribers.Demand { .none }
  func receive(completion: Subscribers.Completion<any Error>) {}
}
