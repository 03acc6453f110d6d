// IgnoreErrors.swift: errors that don't have to be handled.

import AsyncPromises
import Testing

@Suite("ignoreErrors", .timeLimit(.minutes(10)))
struct IgnoreErrorsTests {
  @Test("H1: returns the same promise, with the same outcome", arguments: SettleTime.allCases)
  func outcome(time: SettleTime) async throws {
    let good = Subject(.success(1), time)
    let bad = Subject<Int>(.failure(TestError.first), time)
    #expect(good.promise.ignoreErrors() == good.promise)
    #expect(bad.promise.ignoreErrors() == bad.promise)
    await good.settle()
    await bad.settle()
    #expect(try await good.promise.value == 1)
    await #expect(throws: TestError.first) { try await bad.promise.value }
  }

  @Test("H1 E2: isn't a consumer, so it doesn't keep the source's work running")
  func noConsumer() {
    let (source, resolver) = pendingWork()
    source.ignoreErrors()
    let derived = source.map { $0 }
    #expect(derived.cancel())
    #expect(source.isAbandoned)
    #expect(!resolver.fulfill(1))
  }

  @Test("H1: may end a chain, even one without a value")
  func lastLink() async throws {
    let (source, resolver) = Promise<Void>.pending()
    let ran = Promise<Void> { ran in source.finally { ran.fulfill() }.ignoreErrors() }
    resolver.reject(TestError.first)
    try await ran.value
  }
}
