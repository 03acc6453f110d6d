// A stack for use by a single thread.

/// A stack that stores its top element inline. Most calls into the core have only one thing to do
/// at a time, and so allocate nothing.
struct Stack<Element> {
  private var top: Element?
  private var rest: [Element]?

  mutating func push(_ element: consuming Element) {
    if let top { rest.append(top) }
    top = element
  }

  /// Reserves space for elements that are about to be pushed, unless there are only a few.
  mutating func reserve(_ count: Int) {
    guard count > 4 else { return }
    let capacity = (rest?.count ?? 0) + count
    if rest == nil { rest = [] }
    rest?.reserveCapacity(capacity)
  }

  mutating func pop() -> Element? {
    guard let element = top else { return nil }
    top = rest?.popLast() ?? nil
    return element
  }

  var isEmpty: Bool { top == nil }

  /// Whether `object` is the element that was pushed last.
  func isTop(_ object: AnyObject) -> Bool where Element == AnyObject { top === object }
}

extension Optional {
  /// Appends to an array that is `nil` until it has an element. Destroying `nil` costs nothing,
  /// whereas destroying an empty array takes a call to the runtime, and each call into the core has
  /// nine such arrays.
  mutating func append<Element>(_ element: Element) where Wrapped == [Element] {
    if self == nil { self = [element] } else { self?.append(element) }
  }
}
