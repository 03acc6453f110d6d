// What is installed, kept or told once, by any thread.

/// A stack that any thread pushes onto.
///
/// Either it is read, or all of it is taken: what a reader looks at has to stay to the end.
package struct SharedStack<Element: Sendable>: ~Copyable {
  package init() {}

  private let word = StateWord(0)

  private final class Entry {
    let element: Element
    /// Taken over with the entry.
    let older: Unmanaged<Entry>?

    init(_ element: Element, older: Unmanaged<Entry>?) {
      (self.element, self.older) = (element, older)
    }
  }

  package borrowing func push(_ element: Element) {
    while true {
      let seen = word.load()
      let entry = Unmanaged.passRetained(Entry(element, older: Self.entry(seen)))
      if word.compareExchange(seen, UInt(bitPattern: entry.toOpaque())) { return }
      entry.release()
    }
  }

  package var isEmpty: Bool { word.load() == 0 }

  /// Removes all elements. Newest first.
  package borrowing func takeAll() -> [Element] {
    Self.take(word.exchange(0))
  }

  /// The newest element of a stack from which none is taken.
  package var top: Element? {
    Self.entry(word.load())?._withUnsafeGuaranteedRef { $0.element }
  }

  /// The elements of a stack from which none is taken. Newest first.
  var elements: [Element] {
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

  private static func take(_ bits: UInt) -> [Element] {
    var elements: [Element] = []
    var rest = entry(bits)
    while let entry = rest?.takeRetainedValue() {
      elements.append(entry.element)
      rest = entry.older
    }
    return elements
  }

  private static func entry(_ bits: UInt) -> Unmanaged<Entry>? {
    // SAFETY: only `push(_:)` stores here, and what it stored is retained once for the stack.
    UnsafeRawPointer(bitPattern: bits).map { Unmanaged.fromOpaque($0) }
  }
}
