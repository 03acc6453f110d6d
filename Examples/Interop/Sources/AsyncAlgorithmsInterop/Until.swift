// Ends a sequence when a promise settles.

import AsyncAlgorithms
import AsyncPromises

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns the elements that arrive before this sequence ends or `end` settles.
  ///
  /// ## Cancellation
  /// A cancelled loop stops waiting for elements and for `end`. It doesn't cancel `end`.
  ///
  /// - Parameter end: ends the sequence when it is fulfilled or rejected.
  /// - Returns: a sequence that throws the errors of this one.
  public func until<End>(_ end: Promise<End>) -> Until<Self, End> {
    Until(base: self, end: end)
  }
}

/// A sequence that a promise ends.
public struct Until<Base: AsyncSequence & Sendable, End: Sendable>: AsyncSequence, Sendable
where Base.Element: Sendable {
  fileprivate let base: Base
  fileprivate let end: Promise<End>

  /// Creates an iterator, which starts waiting for elements and for the end at its first `next()`.
  public func makeAsyncIterator() -> Iterator {
    let elements = chain(
      base.map { Base.Element?.some($0) }, CollectionOfOne(Base.Element?.none).async)
    let ending = CollectionOfOne(end).async.map { end in
      _ = await end.result
      return Base.Element?.none
    }
    var merged = Optional(merge(elements, ending).makeAsyncIterator())
    return Iterator {
      if let element = try await merged?.next() ?? nil { return element }
      merged = nil
      return nil
    }
  }

  /// Iterates over the elements.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let advance: () async throws -> Base.Element?

    /// The next element, or `nil` after the end.
    public mutating func next() async throws -> Base.Element? {
      try await advance()
    }
  }
}
