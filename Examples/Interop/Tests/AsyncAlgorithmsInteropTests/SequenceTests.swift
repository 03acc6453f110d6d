// Tests promises with sequence operators, on a manual clock.

import AsyncAlgorithms
import AsyncAlgorithmsInterop
import AsyncPromises
import AsyncPromisesTesting
import InteropSupport
import Testing

@Suite("AsyncSequence ↔ Promise", .timeLimit(.minutes(10)))
struct SequenceTests {
  @Test("a sequence of promises yields values in the order of the promises")
  func inOrder() async throws {
    let pending = (0..<3).map { _ in Promise<Int>.pending() }
    let values = Promise { [promises = pending.map(\.promise)] in
      try await Array(promises.async.map { try await $0.value })
    }
    for index in [2, 0, 1] { pending[index].resolver.fulfill(index) }
    #expect(try await values.value == [0, 1, 2])
  }

  @Test("outcomes in chunks of a fixed size; the last chunk holds the rest")
  func chunksOfCount() async throws {
    let pending = (0..<5).map { _ in Promise<Int>.pending() }
    let outcomes = Promise.inCompletionOrder(pending.map(\.promise))
    let chunks = Promise { await Array(outcomes.chunks(ofCount: 2).map { $0.map(\.index) }) }
    for index in [4, 0, 3, 1, 2] { pending[index].resolver.fulfill(index) }
    #expect(try await chunks.value == [[4, 0], [3, 1], [2]])
  }

  @Test("outcomes in one chunk per interval")
  func chunksOfInterval() async throws {
    let clock = ManualClock()
    let pending = (0..<3).map { _ in Promise<Int>.pending() }
    let outcomes = Watched(Promise.inCompletionOrder(pending.map(\.promise)), upTo: 3)
    let chunks = Promise {
      try await Array(
        outcomes.chunked(by: .repeating(every: .seconds(1), clock: clock)).map {
          try $0.map { try $0.result.get() }
        })
    }
    pending[1].resolver.fulfill(1)
    pending[0].resolver.fulfill(0)
    try await outcomes.asked[2].value
    await clock.nextSleeper()
    await clock.advance(by: .seconds(1))
    await clock.nextSleeper()
    pending[2].resolver.fulfill(2)
    #expect(try await chunks.value == [[1, 0], [2]])
  }

  @Test("debounce and latest answer only the last element of a burst")
  func debounce() async throws {
    let clock = ManualClock()
    let keys = AsyncChannel<String>()
    let typed = Watched(keys, upTo: 3)
    let answer = typed.debounce(for: .milliseconds(300), clock: clock)
      .latest { query in Promise { "results for \(query)" } }
      .firstValue()
    await keys.send("pro")
    await keys.send("promise")
    try await typed.asked[2].value
    await clock.nextSleeper()
    await clock.advance(by: .milliseconds(300))
    #expect(try await answer.value == "results for promise")
  }

  @Test("latest cancels work for an element when a newer one arrives, and passes on errors")
  func latest() async throws {
    let queries = AsyncChannel<Int>()
    let work = (0..<2).map { _ in Promise<String>.pending() }
    let (stopped, stop) = Promise<Void>.pending()
    work[0].resolver.onCancel { stop.fulfill() }
    let promises = work.map(\.promise)
    let answers = Promise { try await Array(queries.latest { promises[$0] }) }
    await queries.send(0)
    await queries.send(1)
    try await stopped.value
    work[1].resolver.fulfill("newest")
    queries.finish()
    #expect(try await answers.value == ["newest"])

    let failed = CollectionOfOne(1).async.latest { _ in Promise<Int>.rejected(TestError.first) }
    await #expect(throws: TestError.first) { try await failed.firstValue().get() }
  }

  @Test("cancelling a loop over latest cancels the current work")
  func cancelledLatest() async throws {
    let queries = AsyncChannel<Int>()
    let (work, resolver) = Promise<String>.pending()
    let (stopped, stop) = Promise<Void>.pending()
    let (begun, begin) = Promise<Void>.pending()
    resolver.onCancel { stop.fulfill() }
    let answer = queries.latest { _ in
      begin.fulfill()
      return work
    }
    .firstValue()
    await queries.send(0)
    try await begun.value
    answer.cancel()
    try await stopped.value
  }

  @Test("a promise ends a sequence, whether fulfilled or rejected", arguments: [true, false])
  func until(fulfilled: Bool) async throws {
    let channel = AsyncChannel<Int>()
    let (end, resolver) = Promise<Void>.pending()
    let watched = Watched(channel, upTo: 3)
    let elements = Promise { try await Array(watched.until(end)) }
    await channel.send(1)
    await channel.send(2)
    try await watched.asked[2].value
    if fulfilled { resolver.fulfill() } else { resolver.reject(TestError.first) }
    #expect(try await elements.value == [1, 2])
  }

  @Test("a sequence that ends doesn't wait for the promise")
  func untilOwnEnd() async throws {
    let (end, resolver) = Promise<Void>.pending()
    #expect(try await Array([1, 2].async.until(end)) == [1, 2])
    #expect(end.resultIfSettled == nil)
    resolver.fulfill()
  }

  @Test("a cancelled loop stops waiting, but doesn't cancel the promise that would end it")
  func cancelledUntil() async throws {
    let (end, resolver) = Promise<Void>.pending()
    let channel = Watched(AsyncChannel<Int>(), upTo: 1)
    let elements = Promise { try await Array(channel.until(end)) }
    try await channel.asked[0].value
    elements.cancel()
    try await channel.answered[0].value
    #expect(end.resultIfSettled == nil)
    resolver.fulfill()
  }

  @Test("a loop that has ended keeps nothing alive", arguments: [true, false])
  func lifetime(cancelled: Bool) async throws {
    let (end, resolver) = Promise<Void>.pending()
    let channel = Watched(AsyncChannel<Int>(), upTo: 1)
    let (elements, freed) = Tracked.with { object in
      Promise {
        try await Array(
          channel.map { element in
            object.use()
            return element
          }
          .until(end))
      }
    }
    try await channel.asked[0].value
    if cancelled { elements.cancel() } else { resolver.fulfill() }
    try await freed.value
    withExtendedLifetime(resolver) { _ = end.cancel() }
  }
}
