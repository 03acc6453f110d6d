// The parts of a `map`: its items, and the work on each of them.

/// The source of a `map`'s items, used by one thread at a time.
package struct Items<Item: Sendable> {
  let next: () -> Item?

  package init(_ sequence: some Sequence<Item>) {
    var rest = sequence.makeIterator()
    next = { rest.next() }
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
