// Tests which code sees which task-locals: what it inherits, and what it must carry.

import AsyncPromises
import AsyncPromisesTesting
import InteropSupport
import Testing
import Tracing
import TracingInterop

@Suite("Context", .timeLimit(.minutes(10)))
struct ContextTests {
  @Test("an operation keeps the context at its creation to its end")
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

  @Test("B9: a handler sees no context, neither that of its code nor that of the settling code")
  func handlerOfPending() async throws {
    let (promise, resolver) = Promise<Void>.pending()
    let marks = marked("writer") {
      (promise.map { currentMark }, promise.map { @MainActor in currentMark })
    }
    marked("settler") { _ = resolver.fulfill() }
    #expect(try await marks.0.value == "none")
    #expect(try await marks.1.value == "none")
  }

  @Test("B9: a handler of a settled promise sees no context")
  func handlerOfSettled() async throws {
    let mark = marked("writer") { Promise.fulfilled.map { currentMark } }
    #expect(try await mark.value == "none")
  }

  @Test("B9: an asynchronous handler sees no context")
  func asynchronousHandler() async throws {
    let (promise, resolver) = Promise<Void>.pending()
    let mark = marked("writer") {
      promise.map(.async) { () async -> String in
        await Task.yield()
        return currentMark
      }
    }
    marked("settler") { _ = resolver.fulfill() }
    #expect(try await mark.value == "none")
  }

  @Test("B9: no link of a chain sees a context")
  func chain() async throws {
    let (promise, resolver) = Promise<[String]>.pending()
    let marks = marked("writer") {
      promise.map { $0 + [currentMark] }.then { .fulfilled($0 + [currentMark]) }
        .map { $0 + [currentMark] }
    }
    marked("settler") { _ = resolver.fulfill([]) }
    #expect(try await marks.value == ["none", "none", "none"])
  }

  @Test("a carried handler sees the context of its code, not that of the settling code")
  func carried() async throws {
    let (promise, resolver) = Promise<Void>.pending()
    let (caught, catchIt) = Promise<String>.pending()
    let marks = marked("writer") {
      let value = promise.map(carrying { currentMark })
      let thrown = promise.map(carrying { () throws -> Void in throw TestError.first })
      thrown.catch(carrying { _ in catchIt.fulfill(currentMark) })
      return value
    }
    marked("settler") { _ = resolver.fulfill() }
    #expect(try await marks.value == "writer")
    #expect(try await caught.value == "writer")
  }

  @Test("work that a carried handler starts inherits its context")
  func startedByCarried() async throws {
    let (promise, resolver) = Promise<Void>.pending()
    let mark = marked("writer") {
      promise.then(carrying { Promise { currentMark } })
    }
    marked("settler") { _ = resolver.fulfill() }
    #expect(try await mark.value == "writer")
  }

  @Test("a handler on an actor captures the context itself")
  @MainActor
  func actor() async throws {
    let (promise, resolver) = Promise<Void>.pending()
    let mark = marked("writer") {
      let context = ServiceContext.current
      return promise.map {
        MainActor.assertIsolated()
        return ServiceContext.withValue(context) { currentMark }
      }
    }
    marked("settler") { _ = resolver.fulfill() }
    #expect(try await mark.value == "writer")
  }

  @Test("all attempts of a retry and all items of a map see the context at the call")
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

  @Test("a cancelled carried handler is released")
  func lifetime() async throws {
    let (promise, resolver) = Promise<Void>.pending()
    let (derived, freed) = Tracked.with { object in
      promise.map(carrying { object.use() })
    }
    derived.cancel()
    try await freed.value
    resolver.fulfill()
  }
}
