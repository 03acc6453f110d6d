// A promise ends a sequence.

import AsyncAlgorithms
import AsyncPromises

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// The elements that come before `end` is settled.
  ///
  /// ## Cancellation
  /// A cancelled loop stops waiting, for elements and for `end`. It does not cancel `end`.
  ///
  /// - Parameter end: fulfilled or rejected, it ends the sequence.
  /// - Returns: a sequence that throws what this one throws.
  public func until<End>(_ end: Promise<End>) -> Until<Self, End> {
    Until(base: self, end: end)
  }
}

/// A sequence that a promise ends.
public struct Until<Base: AsyncSequence & Sendable, End: Sendable>: AsyncSequence, Sendable
where Base.Element: Sendable {
  fileprivate let base: Base
  fileprivate let end: Promise<End>

  /// Begins to wait for the first element and for the end.
  public func makeAsyncIterator() -> Iterator {
    let elements = base.map { Base.Element?.some($0) }
    let ending = CollectionOfOne(end).async.map { end in
      _ = await end.result
      return Base.Element?.none
    }
    var merged = merge(elements, ending).makeAsyncIterator()
    return Iterator { try await merged.next() ?? nil }
  }

  /// Walks through the elements.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let advance: () async throws -> Base.Element?

    /// The next element; `nil` after the end.
    public mutating func next() async throws -> Base.Element? {
      try await advance()
    }
  }
}
