// A stack of a single thread.

/// A stack that keeps its top in place: most calls into the core have one thing to do at a time,
/// and allocate nothing for it.
struct Stack<Element> {
  private var top: Element?
  private var rest: [Element]?

  mutating func push(_ element: consuming Element) {
    if let top { rest.append(top) }
    top = element
  }

  /// Makes room for elements that are about to be pushed, unless they are few.
  mutating func reserve(_ count: Int) {
    guard count > 4 else { return }
    var rest = self.rest.take() ?? []
    rest.reserveCapacity(rest.count + count)
    self.rest = rest
  }

  mutating func pop() -> Element? {
    guard let element = top else { return nil }
    top = rest?.popLast() ?? nil
    return element
  }

  var isEmpty: Bool { top == nil }

  /// Whether this is the last element that was pushed.
  func isTop(_ object: AnyObject) -> Bool where Element == AnyObject { top === object }
}

extension Optional {
  /// Appends to an array that begins as nothing. To let go of nothing costs nothing, while the
  /// runtime has to be asked about an empty array: a call into the core has seven of them.
  mutating func append<Element>(_ element: Element) where Wrapped == [Element] {
    if self == nil { self = [element] } else { self?.append(element) }
  }
}
