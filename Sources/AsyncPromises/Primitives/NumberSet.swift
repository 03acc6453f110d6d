// A set of numbers that any thread puts in and takes out.

/// Numbers below a capacity: each is in the set, or belongs to whoever took it.
///
/// A number is a bit of a word: unlike a list, a set of bits has no order that a thread could
/// remember while others change it.
struct NumberSet: ~Copyable, @unchecked Sendable {
  private let words: UnsafeMutablePointer<StateWord>
  private let wordCount: Int

  /// - Parameter capacity: is rounded up to fill a word.
  init(capacity: Int) {
    wordCount = (capacity + UInt.bitWidth - 1) / UInt.bitWidth
    words = .allocate(capacity: wordCount)
    for index in 0..<wordCount { (words + index).initialize(to: StateWord(0)) }
  }

  /// Puts a number in. What its owner wrote before can be read by whoever takes it out.
  borrowing func insert(_ number: Int) {
    words[number / UInt.bitWidth].insert(1 << (number % UInt.bitWidth))
  }

  /// Takes the least number that is there, as far as a look at one word after the other can tell.
  borrowing func popFirst() -> Int? {
    for index in 0..<wordCount {
      while true {
        let seen = words[index].load()
        guard seen != 0 else { break }
        if words[index].compareExchange(seen, seen & (seen &- 1)) {
          return index * UInt.bitWidth + seen.trailingZeroBitCount
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
