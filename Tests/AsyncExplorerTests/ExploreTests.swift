import AsyncExplorer
import AsyncPromises
import AsyncPromisesSwiftTesting
import Foundation
import Testing

@Suite("explore", .timeLimit(.minutes(5)))
struct ExploreTests {
  actor Counter {
    var number = 0

    func increase() async {
      let seen = number
      await Task.yield()
      number = seen + 1
    }
  }

  struct Wrong: Error { let number: Int }

  @Test("X1 X4: an update that is lost across an await is found, and replayed")
  func lostUpdate() async throws {
    let body = { @Sendable in
      let counter = Counter()
      async let first: Void = counter.increase()
      async let second: Void = counter.increase()
      _ = await (first, second)
      let number = await counter.number
      if number != 2 { throw Wrong(number: number) }
    }
    let failure = await finding {
      try await explore { try await body() }
    }
    #expect(failure?.kind == .threw)
    #expect(failure?.error is Wrong)
    let replay = try #require(failure?.replay)
    let again = await finding {
      try await explore(replay: replay) { try await body() }
    }
    #expect(again?.replay == replay)
    print(failure?.description ?? "")
  }

  @Test("X5: a continuation that nobody resumes is known at once")
  func hang() async throws {
    let failure = await finding {
      try await explore {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }
    print(failure?.description ?? "")
  }

  @Test("X5: a hang of promises")
  func hangOfPromises() async throws {
    let failure = await finding {
      try await explore {
        let (promise, resolver) = Promise<Int>.pending()
        _ = try await promise.map { $0 + 1 }.get()
        resolver.fulfill(1)
      }
    }
    print(failure?.description ?? "")
  }

  @Test("X2: a day's sleep takes no time")
  func sleeps() async throws {
    let start = ContinuousClock.now
    try await explore(schedules: 1) { try await Task.sleep(for: .seconds(86_400)) }
    print(ContinuousClock.now - start)
    try await explore(schedules: 10) {
      let (promise, resolver) = Promise<Int>.pending()
      let timed = promise.timeout(after: .seconds(5))
      _ = Promise.delay(for: .seconds(4)).done { resolver.fulfill(1) }
      let value = try await timed.value
      #expect(value == 1)
    }
  }

  @Test("X8")
  func cancellation() async throws {
    let failure = await finding {
      try await exploreCancellation {
        let counter = Counter()
        await counter.increase()
        let (promise, _) = Promise<Int>.pending()
        _ = promise.map { $0 + 1 }
        await withUnsafeContinuation { (c: UnsafeContinuation<Void, Never>) in
          if !Task.isCancelled { c.resume() }
        }
      }
    }
    print(failure?.description ?? "")
    print(
      try await exploreCancellation {
        let counter = Counter()
        await counter.increase()
        await counter.increase()
      })
  }
}
