// A stack for things that any thread installs, keeps or reports once.

/// A stack that any thread can push onto.
///
/// A stack is either read or emptied, never both: an element must not be freed while it is being
/// read.
package struct SharedStack<Element: Sendable>: ~Copyable {
  package init() {}

  private let word = StateWord(0)

  private final class Entry: QueueNode, @unchecked Sendable {
    let element: Element

    init(_ element: Element) { self.element = element }
  }

  package borrowing func push(_ element: Element) {
    let entry = Entry(element)
    let retained = Unmanaged.passRetained(entry)
    while true {
      let seen = word.load()
      entry.chain(before: Self.entry(seen))
      if word.compareExchange(seen, retained.word) { return }
    }
  }

  package var isEmpty: Bool { word.load() == 0 }

  /// Removes and returns all elements, newest first.
  package borrowing func takeAll() -> [Element] {
    var entries = NodeList(newestFirst: Self.entry(word.exchange(0)))
    var elements: [Element] = []
    while let entry = entries.popFirst() { elements.append(entry.takeRetainedValue().element) }
    return elements
  }

  /// The newest element, for stacks from which nothing is taken.
  package var top: Element? {
    Self.entry(word.load())?._withUnsafeGuaranteedRef { $0.element }
  }

  /// The elements, newest first, for stacks from which nothing is taken.
  package var elements: [Element] {
    var elements: [Element] = []
    NodeList(newestFirst: Self.entry(word.load())).forEach { elements.append($0.element) }
    return elements
  }

  deinit {
    var entries = NodeList(newestFirst: Self.entry(word.loadExclusively()))
    entries.releaseAll()
  }

  private static func entry(_ bits: UInt64) -> Unmanaged<Entry>? {
    // SAFETY: only `push(_:)` stores here, and the stack holds one retain on what it stored.
    Unmanaged(word: bits)
  }
}
