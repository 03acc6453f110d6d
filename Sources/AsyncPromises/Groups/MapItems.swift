// The parts of a `map`: its items, and the work on each of them.

/// The source of a `map`'s items, used by one thread at a time.
package struct Items<Item: Sendable> {
  enum Next {
    /// The item, or `nil` at the end.
    case now(Item?)
    /// A promise for the item.
    case later(Promise<Item?>)
  }

  let next: (_ makeOrigin: (Operator) -> Origin) -> Next

  package init(_ sequence: some Sequence<Item>) {
    var rest = sequence.makeIterator()
    next = { _ in .now(rest.next()) }
  }

  init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Item {
    let rest = Rest(of: sequence)
    next = { makeOrigin in .later(Promise.start(makeOrigin("next")) { try await rest.next() }) }
  }

  /// The rest of an asynchronous sequence, read by one task at a time.
  private final class Rest<S: AsyncSequence & Sendable>: @unchecked Sendable
  where S.Element == Item {
    private var iterator: S.AsyncIterator

    init(of sequence: S) { iterator = sequence.makeAsyncIterator() }

    func next() async throws -> Item? { try await iterator.next() }
  }
}

extension Promise {
  /// Starts work that returns a promise for an item.
  ///
  /// The task lasts until that promise settles. The next item therefore starts in this task, with
  /// the task-locals of the call, and not in whatever code settles the promise.
  static func follow<Item: Sendable, Followed: PromiseProtocol>(
    _ item: Item, _ origin: Origin,
    _ transform: @escaping @Sendable @isolated(any) (Item) async throws -> Followed
  ) -> Promise where Followed.Value == Value {
    start(
      origin,
      following: {
        let followed = try await transform(item)
        _ = try? await followed.promise.get()
        return followed
      })
  }
}
