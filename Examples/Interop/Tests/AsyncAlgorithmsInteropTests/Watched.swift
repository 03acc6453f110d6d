// A sequence that tells a test how far its consumer has got.

import AsyncPromises

/// Passes on the elements of a base sequence.
struct Watched<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Base.Element: Sendable {
  typealias Element = Base.Element
  typealias Failure = Base.Failure

  /// `asked[n]` is fulfilled when the consumer requests element n, having finished with earlier
  /// ones.
  let asked: [Promise<Void>]
  /// `answered[n]` is fulfilled when the request for element n has returned or been cancelled.
  let answered: [Promise<Void>]
  private let ask: [Resolver<Void>]
  private let answer: [Resolver<Void>]
  private let base: Base

  /// Watches the requests for the first `count` elements of `base`.
  init(_ base: Base, upTo count: Int) {
    self.base = base
    let asks = (0..<count).map { Promise<Void>.pending(name: "question number \($0)") }
    let answers = (0..<count).map { Promise<Void>.pending(name: "answer number \($0)") }
    (asked, ask) = (asks.map(\.promise), asks.map(\.resolver))
    (answered, answer) = (answers.map(\.promise), answers.map(\.resolver))
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), ask: ask[...], answer: answer[...])
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: Base.AsyncIterator
    fileprivate var ask: ArraySlice<Resolver<Void>>
    fileprivate var answer: ArraySlice<Resolver<Void>>

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Base.Failure) -> Element? {
      ask.popFirst()?.fulfill()
      defer { answer.popFirst()?.fulfill() }
      return try await base.next(isolation: actor)
    }

    mutating func next() async throws(Base.Failure) -> Element? {
      try await next(isolation: nil)
    }
  }
}
