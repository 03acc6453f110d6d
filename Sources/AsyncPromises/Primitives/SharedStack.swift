// A stack for things that any thread installs, keeps or reports once.

/// A stack that any thread can push onto.
///
/// A stack is either read or emptied, never both: an element must not be freed while it is being
/// read.
package struct SharedStack<Element: Sendable>: ~Copyable {
  package init() {}

  private let word = StateWord(0)

  private final class Entry {
    let element: Element
    /// Owned by the entry.
    let older: Unmanaged<Entry>?

    init(_ element: Element, older: Unmanaged<Entry>?) {
      (self.element, self.older) = (element, older)
    }
  }

  package borrowing func push(_ element: Element) {
    while true {
      let seen = word.load()
      let entry = Unmanaged.passRetained(Entry(element, older: Self.entry(seen)))
      if word.compareExchange(seen, entry.word) { return }
      entry.release()
    }
  }

  package var isEmpty: Bool { word.load() == 0 }

  /// Removes and returns all elements, newest first.
  package borrowing func takeAll() -> [Element] {
    Self.take(word.exchange(0))
  }

  /// The newest element, for stacks from which nothing is taken.
  package var top: Element? {
    Self.entry(word.load())?._withUnsafeGuaranteedRef { $0.element }
  }

  /// The elements, newest first, for stacks from which nothing is taken.
  package var elements: [Element] {
    var elements: [Element] = []
    var rest = Self.entry(word.load())
    while let entry = rest {
      entry._withUnsafeGuaranteedRef { elements.append($0.element) }
      rest = entry._withUnsafeGuaranteedRef { $0.older }
    }
    return elements
  }

  deinit {
    _ = Self.take(word.loadExclusively())
  }

  private static func take(_ bits: UInt64) -> [Element] {
    var elements: [Element] = []
    var rest = entry(bits)
    while let entry = rest?.takeRetainedValue() {
      elements.append(entry.element)
      rest = entry.older
    }
    return elements
  }

  private static func entry(_ bits: UInt64) -> Unmanaged<Entry>? {
    // SAFETY: only `push(_:)` stores here, and the stack holds one retain on what it stored.
    Unmanaged(word: bits)
  }
}
