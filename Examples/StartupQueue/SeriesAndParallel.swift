// Processes items one at a time, all at once, or several at a time. Results are in the order of the
// items.

import AsyncPromises

/// Processes one item at a time, with a chain that is built in a loop. Stops at the first failure.
func series<Item: Sendable, Value>(
  _ items: [Item], _ work: @escaping @Sendable (Item) -> Promise<Value>
) -> Promise<[Value]> {
  var results = Promise.fulfilled([Value]())
  for item in items {
    results = results.then { done in work(item).map { done + [$0] } }
  }
  return results
}

/// Processes all items at once. The first failure ends processing and cancels the remaining work.
func parallel<Item, Value>(
  _ items: [Item], _ work: (Item) -> Promise<Value>
) -> Promise<[Value]> {
  Promise.all(items.map(work), remaining: .cancel)
}

/// Processes up to `limit` items at a time. The first failure ends processing and cancels
/// the remaining work.
func parallel<Item: Sendable, Value>(
  _ items: [Item], atATime limit: Int, _ work: @escaping @Sendable (Item) -> Promise<Value>
) -> Promise<[Value]> {
  Promise.map(items, concurrency: limit) { work($0) }
}
