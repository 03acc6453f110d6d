// Resolver.swift: settling a promise, and releasing its resolver.

import AsyncPromises
import TestSupport
import Testing

@Suite("Resolver", .timeLimit(.minutes(10)))
struct ResolverTests {
  // MARK: Settling

  @Test("A2: the first call settles the promise, and returns true")
  func settles() throws {
    let (fulfilled, fulfiller) = Promise<Int>.pending()
    let (rejected, rejecter) = Promise<Int>.pending()
    let (resolved, resolver) = Promise<Int>.pending()
    let (nothing, nothingResolver) = Promise<Void>.pending()
    #expect(fulfiller.fulfill(1))
    #expect(rejecter.reject(TestError.first))
    #expect(resolver.resolve(with: .success(2)))
    #expect(nothingResolver.fulfill())
    #expect(try fulfilled.resultIfSettled?.get() == 1)
    #expect(rejected.failure as? TestError == .first)
    #expect(try resolved.resultIfSettled?.get() == 2)
    #expect(nothing.failure == nil && nothing.resultIfSettled != nil)
  }

  @Test("A2 D2: a call with a result of any failure type settles the promise, and returns true")
  func typedResults() async throws {
    let good = Result<Int, TestError>.success(1)
    let bad = Result<Int, TestError>.failure(.first)
    let topic = ReportRecorder.topic("typed results")
    for (first, second) in [(good, bad), (bad, good)] {
      let (promise, resolver) = Promise<Int>.pending(name: topic.name)
      #expect(resolver.resolve(with: first))
      #expect(!resolver.resolve(with: second))
      #expect(promise.outcome == Outcome(first.mapError { $0 }))
    }
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.secondSettle).count == 2)
    let (certain, resolver) = Promise<Int>.pending()
    #expect(resolver.resolve(with: Result<Int, Never>.success(3)))
    #expect(try certain.resultIfSettled?.get() == 3)
  }

  @Test("A2 D2: a literal result needs no type annotation")
  func literalResults() throws {
    let (fulfilled, fulfiller) = Promise<Int>.pending()
    let (rejected, rejecter) = Promise<Int>.pending()
    #expect(fulfiller.resolve(with: .success(1)))
    #expect(!fulfiller.resolve(with: .failure(TestError.first)))
    #expect(rejecter.resolve(with: .failure(TestError.second)))
    #expect(!rejecter.resolve(with: .success(1)))
    #expect(fulfilled.outcome == .fulfilled(1))
    #expect(rejected.outcome == .rejected(.second))
    let (nothing, resolver) = Promise<Void>.pending()
    #expect(resolver.resolve(with: .success(())))
    try nothing.resultIfSettled?.get()
  }

  @Test("A2 D2: a typed result that loses to a cancellation isn't a mistake")
  func typedAfterCancellation() {
    let topic = ReportRecorder.topic("typed after cancellation")
    let (promise, resolver) = Promise<Int>.pending(name: topic.name)
    #expect(promise.cancel())
    #expect(!resolver.resolve(with: Result<Int, TestError>.success(1)))
    #expect(promise.isRejectedByCancellation)
    #expect(topic.traces(.secondSettle).isEmpty)
  }

  @Test("A2: every later call changes nothing, returns false and is reported")
  func secondSettle() async throws {
    let topic = ReportRecorder.topic("second settle")
    let (promise, resolver) = Promise<Int>.pending(name: topic.name)
    let copy = resolver
    #expect(resolver.fulfill(1))
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.secondSettle).isEmpty)
    #expect(!resolver.fulfill(2))
    #expect(!copy.reject(TestError.first))
    #expect(!resolver.resolve(with: .success(3)))
    #expect(!resolver.follow(.fulfilled(4)))
    #expect(!resolver.follow(Promise<Int>.pending().promise))
    #expect(try promise.resultIfSettled?.get() == 1)
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.secondSettle).count == 5)
  }

  @Test("A2: the report of a second attempt to settle names the line that created the promise")
  func secondSettleSite() async {
    let topic = ReportRecorder.topic("named")
    let (_, named) = Promise<Int>.pending(name: topic.name, line: 7)
    named.fulfill(1)
    named.fulfill(2)
    await ReportRecorder.allDelivered()
    #expect(
      topic.traces(.secondSettle)
        == [calling("pending", "“\(topic.name)” at AsyncPromisesTests/ResolverTests.swift:7")])
    let site = ReportRecorder.topic(line: #line + 1)
    let (_, nameless) = Promise<Int>.pending()
    nameless.fulfill(1)
    nameless.fulfill(2)
    await ReportRecorder.allDelivered()
    #expect(site.traces(.secondSettle) == [calling("pending at", site.name)])
  }

  @Test("A2: losing to a cancellation isn't a mistake, and isn't reported")
  func afterCancellation() {
    let topic = ReportRecorder.topic("after cancellation")
    let (promise, resolver) = Promise<Int>.pending(name: topic.name)
    #expect(promise.cancel())
    #expect(!resolver.fulfill(1))
    #expect(!resolver.reject(TestError.first))
    #expect(promise.isRejectedByCancellation)
    #expect(topic.traces(.secondSettle).isEmpty)
  }

  @Test("A2: losing to a cancellation at the same moment isn't a mistake either")
  func losesAgainstCancellation() async {
    let topic = ReportRecorder.topic("race of settle and cancel")
    var mistakes = 0
    for _ in 0..<(isStressRun ? 20_000 : 5_000) {
      let (promise, resolver) = Promise<Int>.pending(name: topic.name)
      async let cancelled = promise.cancel()
      async let settled = resolver.fulfill(1)
      if await cancelled == settled { mistakes += 1 }
    }
    #expect(mistakes == 0)
    #expect(topic.traces(.secondSettle).isEmpty)
  }

  @Test("A1: a resolver outlives its promise, and settles it for the remaining consumers")
  func promiseIsGone() async throws {
    func listen() -> (resolver: Resolver<Int>, seen: Promise<Int>) {
      let (promise, resolver) = Promise<Int>.pending()
      return (resolver, Promise { seen in promise.whenSettled { seen.resolve(with: $0) } })
    }
    let (resolver, seen) = listen()
    #expect(resolver.fulfill(1))
    #expect(!resolver.fulfill(2))
    #expect(try await seen.value == 1)
    let (_, lonely) = Promise<Int>.pending()
    #expect(lonely.reject(TestError.first))
  }

  @Test("B5: the deinit of a value that arrives too late may use promises")
  func losingValue() {
    final class Settling: Sendable {
      let resolver: Resolver<Void>
      init(_ resolver: Resolver<Void>) { self.resolver = resolver }
      deinit { resolver.fulfill() }
    }
    let (freed, resolver) = Promise<Void>.pending()
    let (promise, settling) = Promise<Settling?>.pending()
    settling.fulfill(nil)
    #expect(!settling.fulfill(Settling(resolver)))
    #expect(freed.resultIfSettled != nil)
    #expect(promise.failure == nil)
  }

  // MARK: Released resolvers

  @Test("A4: releasing the last copy of a resolver breaks its promise; the error names the place")
  func dropped() async {
    let line: UInt = #line + 1
    func drop() -> Promise<Int> { Promise<Int>.pending().promise }
    let promise = drop()
    #expect(await promise.brokenSite == "AsyncPromisesTests/ResolverTests.swift:\(line)")
  }

  @Test("A4: the error puts the promise's name before its place, and is reported once")
  func droppedNamed() async {
    let topic = ReportRecorder.topic("dropped")
    let promise = Promise<Int>.pending(name: topic.name, line: 7).promise
    let site = "AsyncPromisesTests/ResolverTests.swift:7"
    #expect(await promise.brokenSite == "“\(topic.name)”, created at \(site)")
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.broken) == [calling("pending", "“\(topic.name)” at \(site)")])
    #expect(topic.traces(.secondSettle).isEmpty)
  }

  @Test("A4: a promise stays pending as long as any copy of its resolver exists")
  func copies() async {
    let (promise, resolver) = Promise<Int>.pending()
    var copies = [resolver, resolver]
    func broken(_ resolver: consuming Resolver<Int>) {}
    broken(resolver)
    copies.removeLast()
    #expect(promise.resultIfSettled == nil)
    withExtendedLifetime(copies) {}
  }

  @Test("A4: handlers and waiting tasks of a broken promise are notified")
  func brokenConsumers() async {
    let journal = Journal<Resolver<Int>>()
    let promise: Promise<Int>
    do {
      let (pending, resolver) = Promise<Int>.pending()
      promise = pending
      journal.write(resolver)
    }
    let derived = promise.map { $0 }
    let waiting = await startWaiting(for: promise)
    journal.clear()
    #expect(await derived.brokenSite != nil)
    await #expect(throws: PromiseError.self) { try await waiting.value }
  }

  @Test("A4: settled, cancelled and bound promises no longer need their resolver")
  func resolverNotNeeded() async throws {
    let topic = ReportRecorder.topic("needless")
    let (inner, innerResolver) = Promise<Int>.pending()
    func make(_ body: (Promise<Int>, Resolver<Int>) -> Void) -> Promise<Int> {
      let (promise, resolver) = Promise<Int>.pending(name: topic.name)
      body(promise, resolver)
      return promise
    }
    let settled = make { $1.fulfill(1) }
    let cancelled = make { promise, _ in promise.cancel() }
    let bound = make { $1.follow(inner) }
    #expect(try settled.resultIfSettled?.get() == 1)
    #expect(cancelled.isRejectedByCancellation)
    #expect(bound.resultIfSettled == nil)
    innerResolver.fulfill(2)
    #expect(try await bound.value == 2)
    #expect(topic.traces(.broken).isEmpty)
  }

  @Test("A4: a handler that captures the only resolver of another promise doesn't leak")
  func capturedByConsumer() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let (promise, freed) = tracking { object in
      Promise<Int> { own in
        source.whenSettled {
          object.use()
          own.resolve(with: $0)
        }
      }
    }
    resolver.fulfill(1)
    #expect(try await promise.value == 1)
    try await freed.value
  }
}
