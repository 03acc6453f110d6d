// ManualClock.swift: a callback expected from a queue counts as running work.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import Dispatch
import TestSupport
import Testing

/// A callback API that answers on its own queue.
private final class Service: Sendable {
  private let queue = DispatchQueue(label: "Service")
  private let delay: DispatchTimeInterval?
  let calls = Journal<Int>()

  /// - Parameter delay: how long an answer takes; if `nil`, it arrives when the queue is free.
  init(after delay: DispatchTimeInterval?) {
    self.delay = delay
  }

  func status(completion: @escaping @Sendable (Int) -> Void) {
    calls.write(1)
    let calls = calls
    let answer: @Sendable () -> Void = { completion(calls.count) }
    if let delay {
      queue.asyncAfter(deadline: .now() + delay, execute: answer)
    } else {
      queue.async(execute: answer)
    }
  }
}

private struct NotYet: Error {}

@Suite(
  "ManualClock and callbacks from queues", .oneAtATime, .timeLimit(.minutes(10)),
  .enabled(if: Tracking.isOn))
struct CallbackPatienceTests {
  private let clock = ManualClock()

  /// Longer than a thread stalls on a busy machine. A wait still ends when the callback is called.
  private let patience: Duration = .seconds(10)

  @Test(
    "T4: an advance waits for attempts that are answered on a queue",
    arguments: [nil, 500, 1_000, 2_000], rounds(100))
  func attempts(answeredAfter microseconds: Int?, _ round: Int) async throws {
    try await withPromiseScope(callbackPatience: patience) { scope in
      let service = Service(after: microseconds.map { .microseconds($0) })
      let ready = Promise.retry(maxAttempts: 4, backoff: .constant(.seconds(10)), clock: clock) {
        _ in
        let status = try await Promise.wrap { service.status(completion: $0) }.get()
        guard status == 4 else { throw NotYet() }
        return status
      }
      for attempt in 1...3 {
        await clock.advance(by: .zero)
        #expect(service.calls.count == attempt)
        #expect(ready.resultIfSettled == nil)
        await clock.advance(by: .seconds(10))
      }
      #expect(try ready.resultIfSettled?.get() == 4)
      try await scope.settle(within: .zero)
    }
  }

  @Test("T4: an advance waits for the handlers of a callback, and of callbacks that they start")
  func chain() async throws {
    try await withPromiseScope(callbackPatience: patience) { _ in
      let service = Service(after: .milliseconds(1))
      let seen = Journal<Int>()
      Promise.delay(for: .seconds(1), clock: clock)
        .then { Promise.wrap { service.status(completion: $0) } }
        .then { _ in Promise.wrap { service.status(completion: $0) } }
        .done { seen.write($0) }
      await clock.advance(by: .seconds(1))
      #expect(seen.entries == [2])
    }
  }

  @Test("T4: a promise that the test itself settles delays one advance, but not the next")
  func settledByTest() async throws {
    try await withPromiseScope { _ in
      let (answer, resolver) = Promise<Int>.pending()
      let seen = Journal<Int>()
      answer.done { seen.write($0) }
      let scope = try #require(TrackingContext.current?.scope)
      #expect(scope.callbacks.number == 1)
      await clock.advance(by: .seconds(1))
      #expect(scope.callbacks.isZero, "No callback is expected any more.")
      #expect(answer.resultIfSettled == nil)
      resolver.fulfill(7)
      await clock.advance(by: .zero)
      #expect(seen.entries == [7])
    }
  }

  @Test("T4: without patience, an advance waits for no callback")
  func noPatience() async throws {
    try await withPromiseScope(callbackPatience: .zero) { scope in
      let gate = Gate()
      let answer = Promise<Int>.wrap { completion in gate.whenOpen { completion(1) } }
      await clock.advance(by: .seconds(1))
      #expect(answer.resultIfSettled == nil)
      gate.open()
      try await scope.settle(within: long)
    }
  }

  @Test("T3: a callback that arrives while the scope ends is not a leftover")
  func leaving() async throws {
    let service = Service(after: .milliseconds(2))
    let seen = Journal<Int>()
    try await withPromiseScope(callbackPatience: patience) { _ in
      Promise.wrap { service.status(completion: $0) }.done { seen.write($0) }
      _ = Promise<Int>.wrap { service.status(completion: $0) }
    }
    #expect(seen.count == 1)
  }
}
