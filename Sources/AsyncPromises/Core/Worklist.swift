// A list of things to do, newest first.

/// A stack that keeps its top in place: most calls into the core have one thing to do at a time,
/// and allocate nothing for it.
struct Worklist<Element> {
  private var top: Element?
  private var rest: [Element] = []

  mutating func push(_ element: Element) {
    if let top { rest.append(top) }
    top = element
  }

  mutating func pop() -> Element? {
    guard let element = top else { return nil }
    top = rest.popLast()
    return element
  }
}
