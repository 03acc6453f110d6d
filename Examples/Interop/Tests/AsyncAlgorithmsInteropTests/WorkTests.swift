// What swift-async-algorithms does with sequences whose loop is cancelled.

import AsyncAlgorithms
import AsyncAlgorithmsInterop
import AsyncPromises
import InteropSupport
import Testing

@Suite("swift-async-algorithms: a cancelled loop", .timeLimit(.minutes(10)))
struct WorkTests {
  @Test("a cancelled loop over debounce, merge, chunks or a buffer ends, and throws nothing")
  func operators() async throws {
    try await endsWithoutError { $0.debounce(for: .seconds(1000)).map { _ in } }
    try await endsWithoutError { merge($0, AsyncChannel<Int>()).map { _ in } }
    try await endsWithoutError { $0.chunks(ofCount: 2).map { _ in } }
    try await endsWithoutError { $0.buffer(policy: .bounded(2)).map { _ in } }
  }

  @Test("a value that a cancelled loop waited for is a cancelled promise")
  func promise() async throws {
    let source = Source()
    let value = source.elements.debounce(for: .seconds(1000)).firstValue()
    try await source.asked.value
    value.cancel()
    #expect(await value.endsCancelled)
    try await source.ended.value
  }

  @Test("flatMapLatest leaves its work running when its loop is cancelled; latest stops it")
  func flatMapLatest() async throws {
    let (natural, work) = (Source(), Source())
    let (queries, others) = (AsyncChannel<Int>(), AsyncChannel<Int>())
    let loop = Task {
      for try await _ in queries.flatMapLatest({ _ in natural.elements }) {}
    }
    let answer = others.latest { _ in Promise { for await _ in work.elements {} } }.firstValue()
    await queries.send(1)
    await others.send(1)
    try await natural.asked.value
    try await work.asked.value
    loop.cancel()
    answer.cancel()
    try await work.ended.value
    _ = await loop.result
    #expect(natural.ended.resultIfSettled == nil)
  }

  /// Cancels a loop over the sequence that `make` returns, after it has asked for an element.
  private func endsWithoutError<Elements: AsyncSequence & Sendable>(
    _ make: (AsyncStream<Int>) -> Elements
  ) async throws {
    let source = Source()
    let elements = make(source.elements)
    let loop = Task { for try await _ in elements {} }
    try await source.asked.value
    loop.cancel()
    try await loop.value
    try await source.ended.value
  }
}

/// A sequence without elements, which tells that it has been asked, and that its reader has left.
private struct Source {
  let elements: AsyncStream<Int>
  let asked: Promise<Void>
  let ended: Promise<Void>

  init() {
    let (asked, ask) = Promise<Void>.pending()
    let (ended, end) = Promise<Void>.pending()
    (self.asked, self.ended) = (asked, ended)
    // The closure keeps the resolver, since a promise without one is broken.
    let (never, resolver) = Promise<Void>.pending()
    elements = AsyncStream {
      ask.fulfill()
      try? await never.value
      withExtendedLifetime(resolver) {}
      end.fulfill()
      return nil
    }
  }
}
