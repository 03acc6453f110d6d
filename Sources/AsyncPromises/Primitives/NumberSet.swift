// A set of numbers that any thread can add to and take from.

/// A set of numbers below a capacity. A number that is not in the set belongs to the code that took
/// it, or that has yet to insert it.
///
/// Each number is one bit of a word. Unlike a list, a set of bits has no links that a thread could
/// have read before other threads changed them.
struct NumberSet: ~Copyable, @unchecked Sendable {
  private let words: UnsafeMutablePointer<StateWord>
  private let wordCount: Int

  /// - Parameters:
  ///   - capacity: rounded up to a multiple of a word's width.
  ///   - isFull: whether the set starts with all numbers, or with none.
  init(capacity: Int, isFull: Bool = false) {
    wordCount = (capacity + UInt64.bitWidth - 1) / UInt64.bitWidth
    words = .allocate(capacity: wordCount)
    let bits: UInt64 = isFull ? .max : 0
    for index in 0..<wordCount { (words + index).initialize(to: StateWord(bits)) }
  }

  /// Adds a number. Whatever its owner wrote before is visible to the code that takes it.
  borrowing func insert(_ number: Int) {
    words[number / UInt64.bitWidth].insert(1 << (number % UInt64.bitWidth))
  }

  /// Removes and returns the lowest number. It checks one word after another, so it may miss a
  /// number that is inserted in the meantime.
  borrowing func popFirst() -> Int? {
    for index in 0..<wordCount {
      while true {
        let seen = words[index].load()
        guard seen != 0 else { break }
        if words[index].compareExchange(seen, seen & (seen &- 1)) {
          return index * UInt64.bitWidth + seen.trailingZeroBitCount
        }
      }
    }
    return nil
  }

  deinit {
    words.deinitialize(count: wordCount)
    words.deallocate()
  }
}
