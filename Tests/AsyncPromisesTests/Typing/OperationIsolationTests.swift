// B2, D1: operations passed to the library run in the isolation in which they are written.

import AsyncPromises
import AsyncPromisesSharing
import TestSupport
import Testing

@Suite("Operations run where they are written", .timeLimit(.minutes(10)))
struct OperationIsolationTests {
  /// A model on the main actor, whose operations use its state without a hop.
  @MainActor
  private final class Model {
    var attempts: [Int] = []
    var errors: [TestError] = []
    var items: [Int] = []
    var flights = 0
    let flight = SingleFlight<Int, Int>()

    func retry() -> Promise<Int> {
      Promise.retry(
        maxAttempts: 3,
        when: { error, attempt in
          MainActor.preconditionIsolated()
          self.errors.append(error as? TestError ?? .second)
          return .retry
        }
      ) { attempt in
        MainActor.preconditionIsolated()
        self.attempts.append(attempt)
        if attempt < 3 { throw TestError.first }
        return attempt
      }
    }

    func retryPromises() -> Promise<Int> {
      Promise.retry(maxAttempts: 2) { attempt in
        MainActor.preconditionIsolated()
        self.attempts.append(attempt)
        return attempt < 2 ? .rejected(TestError.first) : Promise.fulfilled(attempt)
      }
    }

    func map() -> Promise<[Int]> {
      Promise.map([1, 2, 3], concurrency: 1) { item in
        MainActor.preconditionIsolated()
        self.items.append(item)
        return item * 2
      }
    }

    func mapToPromises() -> Promise<[Int]> {
      Promise.map([1, 2, 3], concurrency: 1) {
        MainActor.preconditionIsolated()
        self.items.append($0)
        return Promise.fulfilled($0 * 2)
      }
    }

    func fly() -> Promise<Int> {
      flight.run(for: 0) {
        MainActor.preconditionIsolated()
        self.flights += 1
        return self.flights
      }
    }

    func flyToPromise() -> Promise<Int> {
      flight.run(for: 1) {
        MainActor.preconditionIsolated()
        self.flights += 1
        return Promise.fulfilled(self.flights)
      }
    }
  }

  @Test("B2 G3: the attempts and the decisions of a retry run on the main actor")
  @MainActor
  func retry() async throws {
    let model = Model()
    #expect(try await model.retry().get() == 3)
    #expect(model.attempts == [1, 2, 3])
    #expect(model.errors == [.first, .first])
    #expect(try await model.retryPromises().get() == 2)
    #expect(model.attempts == [1, 2, 3, 1, 2])
  }

  @Test("B2 F2: the transforms of a map run on the main actor")
  @MainActor
  func map() async throws {
    let model = Model()
    #expect(try await model.map().get() == [2, 4, 6])
    #expect(try await model.mapToPromises().get() == [2, 4, 6])
    #expect(model.items == [1, 2, 3, 1, 2, 3])
  }

  @Test("B2: the operation of a flight runs on the main actor")
  @MainActor
  func singleFlight() async throws {
    let model = Model()
    #expect(try await model.fly().get() == 1)
    #expect(try await model.flyToPromise().get() == 2)
    #expect(model.flights == 2)
  }

  /// An actor whose operations use its state.
  private actor Counter {
    var count = 0

    func retry() -> Promise<Int> {
      Promise.retry(maxAttempts: 2) { attempt in
        self.count += 1
        if attempt == 1 { throw TestError.first }
        return self.count
      }
    }

    func map() -> Promise<[Int]> {
      Promise.map([10, 20], concurrency: 1) { item in
        self.count += item
        return Promise.fulfilled(self.count)
      }
    }

    func fly() -> Promise<Int> {
      SingleFlight<Int, Int>().run(for: 0) {
        self.count += 1
        return self.count
      }
    }
  }

  @Test("B2 G3 F2: an actor's operations run on that actor")
  func actor() async throws {
    let counter = Counter()
    #expect(try await counter.retry().get() == 2)
    #expect(try await counter.map().get() == [12, 32])
    #expect(try await counter.fly().get() == 33)
  }

  @Test("B2 G3 F2: nonisolated operations don't run on an actor")
  func nowhere() async throws {
    let places = Journal<Bool>()
    _ = try await Promise.retry(maxAttempts: 1) { _ in places.write(MainQueue.isCurrent) }.get()
    _ = try await Promise.map([1]) { _ in places.write(MainQueue.isCurrent) }.get()
    let flight = SingleFlight<Int, Void>()
    try await flight.run(for: 0) { places.write(MainQueue.isCurrent) }.get()
    #expect(places.entries == [false, false, false])
  }
}
