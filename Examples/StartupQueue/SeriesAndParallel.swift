// Many pieces of work: one by one, all at once, and some at a time. Results in order of the items.

import AsyncPromises

/// Works on one item after the other: a chain that is made by a loop. The first failure is the end.
func series<Item: Sendable, Value>(
  _ items: [Item], _ work: @escaping @Sendable (Item) -> Promise<Value>
) -> Promise<[Value]> {
  var results = Promise.fulfilled([Value]())
  for item in items {
    results = results.then { done in work(item).map { done + [$0] } }
  }
  return results
}

/// Works on all items at once. The first failure is the end, and takes back what is under way.
func parallel<Item, Value>(
  _ items: [Item], _ work: (Item) -> Promise<Value>
) -> Promise<[Value]> {
  Promise.all(items.map(work), remaining: .cancel)
}

/// Works on so many items at a time. The first failure is the end, and takes back what is under
/// way.
func parallel<Item: Sendable, Value>(
  _ items: [Item], atATime limit: Int, _ work: @escaping @Sendable (Item) -> Promise<Value>
) -> Promise<[Value]> {
  Promise.map(items, concurrency: limit) { work($0) }
}
