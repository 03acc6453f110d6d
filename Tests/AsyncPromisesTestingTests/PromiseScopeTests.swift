// PromiseScope.swift.

import AsyncPromises
import AsyncPromisesTesting
import Testing

@Suite("PromiseScope", .timeLimit(.minutes(1)))
struct PromiseScopeTests {
  @Test("T3: a hung test's report")
  func report() async throws {
    try await withPromiseScope("checkout", leftovers: .cancel) { scope in
      let (token, resolver) = Promise<Int>.pending(name: "token")
      let user = token.then { n in Promise.delay(for: .seconds(60)).map { n } }
      let cart = Promise { try await Task.sleep(for: .seconds(60)) }
      let both = Promise.all(user, cart).timeout(after: .seconds(30))
      let main = both.done { @MainActor _ in }
      async let x: Void = main.value
      do { try await scope.settle(within: .milliseconds(50)); Issue.record("") } catch {
        print(error)
      }
      resolver.fulfill(1)
      do { try await scope.settle(within: .milliseconds(50)); Issue.record("") } catch {
        print(error)
      }
      main.cancel()
      _ = try? await x
      do { try await scope.settle(within: .milliseconds(50)); print(scope.dumpPending()) } catch {
        print(error)
      }
    }
  }
  @Test func retry() async throws {
    let clock = ManualClock()
    try await withPromiseScope { scope in
      let answer = Promise.retry(
        maxAttempts: 12, backoff: .exponential(base: .seconds(1)), clock: clock
      ) { n in
        if n < 12 { throw PromiseError.invalid }
        return n
      }
      let d = Promise.delay(for: .seconds(100), clock: clock).map { 2 }.delay(
        by: .seconds(50), clock: clock)
      await clock.advance(by: .seconds(3600))
      #expect(try answer.current?.get() == 12)
      #expect(d.current != nil)
      try await scope.settle(within: .zero)
    }
  }
}
