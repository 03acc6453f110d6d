// A queue for use by a single thread.

/// A queue that stores its first element inline. Most calls into the core have only one thing to do
/// at a time, and so allocate nothing.
@usableFromInline
package struct Queue<Element> {
  private var first: Element?
  private var rest: [Element?]?
  private var start = 0

  package init() {}

  package var isEmpty: Bool { first == nil }

  var next: Element? { first }

  package mutating func append(_ element: consuming Element) {
    if first == nil { first = element } else { rest.append(element) }
  }

  /// Reserves space for elements that are about to be appended, unless there are only a few.
  mutating func reserve(_ count: Int) {
    guard count > 4 else { return }
    let capacity = (rest?.count ?? 0) + count
    if rest == nil { rest = [] }
    rest?.reserveCapacity(capacity)
  }

  package mutating func takeAll() -> Queue {
    defer { self = Queue() }
    return self
  }

  package mutating func pop() -> Element? {
    guard let element = first.take() else { return nil }
    let count = rest?.count ?? 0
    guard start < count else { return element }
    first = rest?[start].take()
    start += 1
    // Served entries are removed in bulk, so each one is moved once on average.
    if start * 2 > count {
      rest?.removeFirst(start)
      start = 0
    }
    return element
  }
}

extension Optional {
  /// Appends to an array that is `nil` until it has an element. Destroying `nil` costs nothing,
  /// whereas destroying an empty array takes a call to the runtime, and each call into the core has
  /// several such arrays.
  fileprivate mutating func append<Element>(_ element: Element) where Wrapped == [Element] {
    if self == nil { self = [element] } else { self?.append(element) }
  }
}

extension Queue: Sendable where Element: Sendable {}
