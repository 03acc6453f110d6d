// Tests conversions from publishers to promises.

import AsyncPromises
import AsyncPromisesTesting
import InteropSupport
import OpenCombine
import OpenCombineInterop
import Testing

@Suite("Publisher → Promise", .timeLimit(.minutes(10)))
struct FirstValueTests {
  @Test("fulfilled with the first value, or rejected with the original failure")
  func outcome() async throws {
    #expect(try await Just(1).firstValue().get() == 1)
    #expect(try await [2, 3].publisher.firstValue().value == 2)
    await #expect(throws: TestError.first) {
      try await Fail<Int, TestError>(error: .first).firstValue().value
    }
  }

  @Test("a publisher that finishes without a value rejects the promise")
  func empty() async throws {
    let error = await #expect(throws: PromiseError.self) {
      try await Empty<Int, Never>().firstValue().value
    }
    guard case .missingValue = error else { return #expect(error == nil) }
  }

  @Test("converts a future, whether it succeeds or fails, now or later")
  func future() async throws {
    let (done, complete) = Promise<Int>.pending()
    // SAFETY: a future accepts its result on any thread.
    let future = Future<Int, any Error> { promise in
      nonisolated(unsafe) let promise = promise
      done.whenSettled { promise($0) }
    }
    let promise = future.firstValue()
    #expect(promise.resultIfSettled == nil)
    complete.fulfill(1)
    #expect(try await promise.value == 1)
    #expect(try await future.firstValue().get() == 1)
    let failed = Future<Int, TestError> { $0(.failure(.second)) }
    await #expect(throws: TestError.second) { try await failed.firstValue().get() }
  }

  @Test("requests one value, and cancels the subscription when the value arrives")
  func demand() async throws {
    let (journal, subject) = (Journal<String>(), PassthroughSubject<Int, Never>())
    let promise = subject.recorded(in: journal).firstValue()
    #expect(journal.entries == ["request max(1)"])
    subject.send(1)
    subject.send(2)
    #expect(try await promise.value == 1)
    #expect(journal.entries == ["request max(1)", "cancel"])
  }

  @Test("a cancelled promise cancels its subscription only once; later values are ignored")
  func cancellation() async throws {
    try await withPromiseScope { scope in
      let (journal, subject) = (Journal<String>(), PassthroughSubject<Int, Never>())
      let promise = subject.recorded(in: journal).firstValue()
      promise.cancel()
      #expect(journal.entries == ["request max(1)", "cancel"])
      subject.send(1)
      subject.send(completion: .finished)
      #expect(await promise.endsCancelled)
      try await scope.settle(within: patience)
      #expect(scope.events.isEmpty)
    }
  }

  @Test("the subscription is cancelled when the last consumer withdraws")
  func withdrawn() async throws {
    let (journal, subject) = (Journal<String>(), PassthroughSubject<Int, Never>())
    let promise = subject.recorded(in: journal).firstValue()
    let (first, second) = (promise.map { $0 }, promise.map { $0 })
    first.cancel()
    #expect(journal.entries == ["request max(1)"])
    second.cancel()
    #expect(journal.entries == ["request max(1)", "cancel"])
  }

  @Test("a publisher that drops its subscriber breaks the promise, so nothing waits forever")
  func broken() async throws {
    #expect(await Forgetful().firstValue().endsBroken)
  }

  @Test("a subscription keeps its subject alive; a timeout releases both")
  func timeout() async throws {
    let clock = ManualClock()
    let (promise, freed) = Tracked.with { object in
      PassthroughSubject<Int, Never>().map { value in
        object.use()
        return value
      }
      .firstValue().timeout(after: .seconds(5), clock: clock)
    }
    await clock.advance(by: .seconds(5))
    try await freed.value
    await #expect(throws: PromiseError.self) { try await promise.value }
  }

  @Test("a subscription that has ended keeps nothing alive", arguments: [true, false])
  func lifetime(cancelled: Bool) async throws {
    let subject = PassthroughSubject<Int, Never>()
    let (promise, freed) = Tracked.with { object in
      subject.map { value in
        object.use()
        return value
      }
      .firstValue()
    }
    if cancelled { promise.cancel() } else { subject.send(1) }
    try await freed.value
    withExtendedLifetime(subject) {}
  }
}

extension Publisher {
  /// Records the subscriber's requests.
  func recorded(in journal: Journal<String>) -> Publishers.HandleEvents<Self> {
    handleEvents(
      receiveCancel: { journal.write("cancel") },
      receiveRequest: { journal.write("request \($0)") })
  }
}

/// Releases its subscriber immediately.
private struct Forgetful: Publisher {
  typealias Output = Int
  typealias Failure = Never

  func receive(subscriber: some Subscriber<Int, Never>) {}
}
