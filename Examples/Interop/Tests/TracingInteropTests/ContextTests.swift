// Tests which context code sees after the program makes handlers carry `ServiceContext`.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTesting
import InteropSupport
import Testing
import Tracing
import TracingInterop

@Suite("Context", .timeLimit(.minutes(10)))
struct ContextTests {
  init() { handlersSeeContext }

  @Test("an operation keeps the context of its creation until it ends")
  func operation() async throws {
    let (gate, open) = Promise<Void>.pending()
    let promise = marked("maker") {
      Promise {
        try await gate.value
        return currentMark
      }
    }
    marked("other") { _ = open.fulfill() }
    #expect(try await promise.value == "maker")
  }

  @Test("a waiter keeps its own context")
  func waiter() async throws {
    let (promise, resolver) = Promise<Void>.pending()
    let waiting = marked("waiter") {
      Task {
        try await promise.value
        return currentMark
      }
    }
    marked("settler") { _ = resolver.fulfill() }
    #expect(try await waiting.value == "waiter")
  }

  @Test("B9: a handler sees the context of its code, not that of the settling code")
  func handlerOfPending() async throws {
    let (promise, resolver) = Promise<Void>.pending()
    let (caught, catchIt) = Promise<String>.pending()
    let marks = marked("writer") {
      let thrown = promise.map { () throws -> Void in throw TestError.first }
      thrown.catch { _ in catchIt.fulfill(currentMark) }
      return (promise.map { currentMark }, promise.map { @MainActor in currentMark })
    }
    marked("settler") { _ = resolver.fulfill() }
    #expect(try await marks.0.value == "writer")
    #expect(try await marks.1.value == "writer")
    #expect(try await caught.value == "writer")
  }

  @Test("B9: a handler of a settled promise sees the context of its code")
  func handlerOfSettled() async throws {
    let mark = marked("writer") { Promise.fulfilled.map { currentMark } }
    #expect(try await mark.value == "writer")
  }

  @Test("B9: an asynchronous handler sees the context of its code")
  func asynchronousHandler() async throws {
    let (promise, resolver) = Promise<Void>.pending()
    let mark = marked("writer") {
      promise.map(.async) { () async -> String in
        await Task.yield()
        return currentMark
      }
    }
    marked("settler") { _ = resolver.fulfill() }
    #expect(try await mark.value == "writer")
  }

  @Test("B9: each link of a chain, and any work it starts, sees the context of its code")
  func chain() async throws {
    let (promise, resolver) = Promise<[String]>.pending()
    let marks = marked("writer") {
      promise.map { $0 + [currentMark] }.then { list in Promise { list + [currentMark] } }
    }
    let more = marked("reader") { marks.map { $0 + [currentMark] } }
    marked("settler") { _ = resolver.fulfill([]) }
    #expect(try await more.value == ["writer", "writer", "reader"])
  }

  @Test("all attempts of a retry and all items of a map see the context of the call")
  func operations() async throws {
    let clock = ManualClock()
    let (retried, mapped) = marked("caller") {
      let retried = Promise.retry(maxAttempts: 3, backoff: .constant(.seconds(1)), clock: clock) {
        attempt in
        guard attempt == 3 else { throw TestError.first }
        return currentMark
      }
      return (retried, Promise.map(0..<3, concurrency: 1) { _ in currentMark })
    }
    await clock.advance(by: .seconds(2))
    #expect(try await retried.value == "caller")
    #expect(try await mapped.value == ["caller", "caller", "caller"])
  }

  @Test("requests that are served at the same time keep their contexts")
  func requests() async throws {
    let limiter = PromiseLimiter(limit: 2)
    let requests = (0..<50).map { number in marked("\(number)") { request(limiter) } }
    for (number, request) in requests.enumerated() {
      #expect(Set(try await request.value) == ["\(number)"])
    }
  }

  /// Passes through a chain, a group, a retry, a limiter, a time limit and PromiseKit's promises.
  private func request(_ limiter: PromiseLimiter) -> Promise<[String]> {
    let retried = Promise.retry(maxAttempts: 2) { attempt in
      if attempt == 1 { throw TestError.first }
      return currentMark
    }
    let limited = limiter.run { () async -> String in
      await Task.yield()
      return currentMark
    }
    return Promise.all([retried, limited, Promise.delay(for: .milliseconds(1)).map { currentMark }])
      .timeout(after: patience)
      .then { throughPromiseKit($0) }
      .map { $0 + [currentMark] }
  }

  @Test("a cancelled handler is released")
  func lifetime() async throws {
    let (promise, resolver) = Promise<Void>.pending()
    let (derived, freed) = Tracked.with { object in
      marked("writer") { promise.map { object.use() } }
    }
    derived.cancel()
    try await freed.value
    resolver.fulfill()
  }
}
