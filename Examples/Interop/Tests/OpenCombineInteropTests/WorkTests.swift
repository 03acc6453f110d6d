// What OpenCombine does with work whose subscriber leaves, and what a promise changes.

import AsyncPromises
import AsyncPromisesTesting
import InteropSupport
import OpenCombine
import OpenCombineInterop
import Testing

@Suite("OpenCombine: work whose subscriber leaves", .timeLimit(.minutes(10)))
struct WorkTests {
  @Test("the work of a Future goes on; that of promise.publisher() is stopped")
  func leaving() async throws {
    let (gate, open) = Promise<Int>.pending()
    let (natural, end) = Promise<Int>.pending()
    // SAFETY: a future accepts its result on any thread.
    let future = Future<Int, any Error> { result in
      nonisolated(unsafe) let result = result
      Task {
        let value = try await gate.value
        end.fulfill(value)
        result(.success(value))
      }
    }
    future.sink(receiveCompletion: { _ in }, receiveValue: { _ in }).cancel()

    let (stopped, stop) = Promise<Void>.pending()
    let (work, resolver) = Promise<Int>.pending()
    resolver.onCancel { stop.fulfill() }
    work.publisher().sink(receiveCompletion: { _ in }, receiveValue: { _ in }).cancel()
    try await stopped.value

    #expect(natural.resultIfSettled == nil)
    open.fulfill(1)
    #expect(try await natural.value == 1)
    #expect(try await future.firstValue().get() == 1)
  }

  @Test("a promise that times out cancels its subscription, and so the source's work")
  func timeout() async throws {
    let (clock, journal) = (ManualClock(), Journal<String>())
    let subject = PassthroughSubject<Int, Never>()
    let value = subject.recorded(in: journal).firstValue()
      .timeout(after: .seconds(5), clock: clock)
    await clock.advance(by: .seconds(5))
    await #expect(throws: PromiseError.self) { try await value.value }
    #expect(journal.entries == ["request max(1)", "cancel"])
  }
}
