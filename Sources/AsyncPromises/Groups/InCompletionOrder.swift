// inCompletionOrder: the outcomes one by one, as they arrive.

extension Promise where Value == Never {
  /// Returns a sequence of the promises' outcomes, in the order in which the promises settle, each
  /// with the index of its promise.
  ///
  /// Every loop over the sequence receives every outcome. Promises that are already settled come
  /// first, in input order.
  ///
  /// ## Cancellation
  /// In a cancelled task, the loop ends early. Once the sequence and its iterators are released,
  /// promises that are still pending are no longer observed, but continue.
  ///
  /// ## Example
  /// ```swift
  /// for await (index, result) in Promise.inCompletionOrder(downloads) {
  ///   rows[index].show(result)
  /// }
  /// ```
  ///
  /// - Parameter promises: the inputs.
  /// - Returns: a sequence with one element per promise.
  public static func inCompletionOrder<T: Sendable>(
    _ promises: some Sequence<Promise<T>>
  ) -> CompletionOrder<T> {
    CompletionOrder(Array(promises))
  }
}

/// A sequence of promises' outcomes, in the order in which the promises settle.
///
/// Returned by `Promise.inCompletionOrder(_:)`.
public struct CompletionOrder<T: Sendable>: AsyncSequence, Sendable {
  private let arrivals: Arrivals<T>

  init(_ promises: [Promise<T>]) {
    arrivals = Arrivals(promises)
  }

  /// Returns an iterator that starts at the first outcome.
  public func makeAsyncIterator() -> Iterator {
    Iterator(arrivals: arrivals)
  }

  /// An iterator over the outcomes.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let arrivals: Arrivals<T>
    private var position = 0

    fileprivate init(arrivals: Arrivals<T>) {
      self.arrivals = arrivals
    }

    /// Returns the next outcome, or `nil` after the last one.
    ///
    /// In a cancelled task, it also returns `nil` if it would have to wait.
    ///
    /// - Returns: the outcome, with the index of its promise among the inputs.
    public mutating func next() async -> (index: Int, result: Result<T, any Error>)? {
      await next(isolation: nil)
    }

    /// Returns the next outcome, or `nil` after the last one.
    ///
    /// In a cancelled task, it also returns `nil` if it would have to wait.
    ///
    /// - Parameter actor: the actor that the caller runs and resumes on.
    /// - Returns: the outcome, with the index of its promise among the inputs.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async -> (index: Int, result: Result<T, any Error>)? {
      guard position < arrivals.places.count else { return nil }
      guard case .success(let index) = await arrivals.places[position].result else { return nil }
      position += 1
      return arrivals.promises[index].resultIfSettled.map { (index, $0) }
    }
  }
}

/// One slot for each input. The slots are filled in the order in which inputs settle.
private final class Arrivals<T: Sendable>: Sendable {
  let promises: [Promise<T>]
  /// Slot n is fulfilled with the index of the nth input to settle.
  let places: [Promise<Int>]
  private let end = ValueCell<Void>()

  init(_ promises: [Promise<T>]) {
    self.promises = promises
    let places = promises.map { _ in Promise<Int>(cell: ValueCell()) }
    self.places = places
    let (free, end) = (FreePlaces(places), end)
    Group.wait(for: promises.map(\.cell), on: end, remaining: .leave) { _, index, effects in
      free.give(to: index, &effects)
    }
  }

  deinit {
    // Nothing reads the outcomes anymore, so the group leaves the inputs that are still pending.
    let end = end
    Trampoline.run { _ = end.fulfill((), &$0) }
  }
}

/// Gives the next slot to each input that settles.
private final class FreePlaces: Sendable {
  private let given = StateWord(0)
  private let places: [Promise<Int>]

  init(_ places: [Promise<Int>]) {
    self.places = places
  }

  func give(to index: Int, _ effects: inout Effects) {
    places[Int(truncatingIfNeeded: given.add(1)) - 1].cell.fulfill(index, &effects)
  }
}
