// FirstValue.swift: from an asynchronous sequence to a promise.

import AsyncPromises
import TestSupport
import Testing

@Suite("firstValue", .timeLimit(.minutes(10)))
struct FirstValueTests {
  @Test("D4: returns the first element, whenever it arrives, and leaves the rest")
  func element() async throws {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let first = stream.firstValue()
    continuation.yield(1)
    continuation.yield(2)
    #expect(try await first.value == 1)
    let (ready, readyContinuation) = AsyncStream<Int>.makeStream()
    readyContinuation.yield(3)
    readyContinuation.finish()
    #expect(try await ready.firstValue().get() == 3)
  }

  @Test("D4: is rejected with `missingValue` if the sequence is empty")
  func empty() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let first = stream.firstValue()
    continuation.finish()
    #expect(await first.isMissingValue)
  }

  @Test("D4: elements that are Void or nil are elements")
  func emptyElements() async throws {
    let (nothings, nothing) = AsyncStream<Void>.makeStream()
    nothing.yield()
    try await nothings.firstValue().get()
    let (nils, none) = AsyncStream<Int?>.makeStream()
    none.yield(nil)
    #expect(try await nils.firstValue().get() == nil)
  }

  @Test("D4 B7: an error thrown by the sequence rejects the promise, unwrapped")
  func throwing() async {
    let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    let first = stream.firstValue()
    continuation.finish(throwing: TestError.first)
    await #expect(throws: TestError.first) { try await first.value }
  }

  @Test("D4: the iteration starts even without consumers, and ends with the first element")
  func starts() async throws {
    let (asked, ask) = Promise<Void>.pending()
    let asks = Journal<Bool>()
    let (first, freed) = tracking { object in
      AsyncStream<Int> {
        object.use()
        asks.write(true)
        ask.fulfill()
        return 1
      }.firstValue()
    }
    try await asked.value
    try await freed.value
    #expect(try await first.value == 1)
    #expect(asks.count == 1)
  }

  @Test("E1 E2: cancelling the promise, or the last one derived from it, ends the iteration")
  func cancelled() async throws {
    for downstream in [false, true] {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let (ended, end) = Promise<Bool>.pending()
      continuation.onTermination = { termination in
        if case .cancelled = termination { end.fulfill(true) } else { end.fulfill(false) }
      }
      let first = stream.firstValue()
      #expect(downstream ? first.map { $0 }.cancel() : first.cancel())
      #expect(first.isStopped)
      #expect(try await ended.value)
      continuation.finish()
    }
  }

  // MARK: firstValue(where:)

  @Test("D4: returns the first element that satisfies the predicate, and leaves the rest")
  func predicate() async throws {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let asked = Journal<Int>()
    let first = stream.firstValue { number async in
      asked.write(number)
      return number > 1
    }
    for number in 1...3 { continuation.yield(number) }
    #expect(try await first.value == 2)
    #expect(asked.entries == [1, 2])
  }

  @Test("D4: is rejected with `missingValue` if no element arrives or none satisfies the predicate")
  func noneSatisfies() async {
    for elements in [[], [1, 2]] {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let first = stream.firstValue { $0 > 2 }
      for number in elements { continuation.yield(number) }
      continuation.finish()
      #expect(await first.isMissingValue)
    }
  }

  @Test("D4 B7: an error thrown by the predicate or the sequence rejects the promise")
  func predicateThrows() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let first = stream.firstValue { _ in throw TestError.first }
    continuation.yield(1)
    await #expect(throws: TestError.first) { try await first.value }
    let (failing, failure) = AsyncThrowingStream<Int, any Error>.makeStream()
    let second = failing.firstValue { $0 > 1 }
    failure.yield(1)
    failure.finish(throwing: TestError.second)
    await #expect(throws: TestError.second) { try await second.value }
  }

  @Test("B2: the predicate runs where it was written")
  @MainActor func predicateOnMain() async throws {
    var asked: [Int] = []
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let first = stream.firstValue { number in
      asked.append(number)
      return number == 2
    }
    for number in 1...2 { continuation.yield(number) }
    #expect(try await first.value == 2)
    #expect(asked == [1, 2])
  }

  @Test("E1: cancelling ends the iteration and releases the predicate")
  func predicateCancelled() async throws {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let (first, freed) = tracking { object in
      stream.firstValue { _ in
        object.use()
        return false
      }
    }
    continuation.yield(1)
    #expect(first.cancel())
    try await freed.value
    continuation.finish()
  }

  @Test("B6: the predicate is released where it was written, whatever ends the iteration")
  func predicateReleased() async throws {
    let ends: [HandlerEnd] = [
      .settled(.success(1)), .settled(.failure(TestError.first)), .cancelled,
    ]
    try await expectReleaseOnMain(ends) { source, object in
      Elements(promise: source).firstValue { _ in
        object.use()
        return true
      }
    }
  }

  @Test("H1: a promise that is given up is a cancellation, even if the sequence then just ends")
  func givenUp() async throws {
    for isLimited in [false, true] {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let topic = ReportRecorder.topic(line: #line + 1)
      let first = stream.firstValue()
      if isLimited {
        await #expect(throws: PromiseError.self) { try await first.timeout(after: .zero).value }
      } else {
        first.cancel()
      }
      try await first.waitForOperation()
      await ReportRecorder.allDelivered()
      #expect(topic.traces(.lateWork) == [])
      withExtendedLifetime(continuation) {}
    }
  }
}

/// A sequence of one element.
private struct Elements: AsyncSequence, Sendable {
  let promise: Promise<Int>

  struct AsyncIterator: AsyncIteratorProtocol {
    let promise: Promise<Int>
    func next() async throws -> Int? { try await promise.get() }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(promise: promise) }
}
