// The library's interface to the hardware: all of its atomic accesses go through this type.
//
// All accesses that threads coordinate through are sequentially consistent. The interleavings that
// exploration tests run are therefore exactly those that a machine can show, and reasoning about
// two words (“I set mine, then looked at yours”) needs no fence. On x86-64 and arm64, this costs
// the same as acquire-release.

/// A word that threads coordinate through. It has 64 bits on every platform, so that whatever is
/// packed into a word has the same room everywhere.
package struct StateWord: ~Copyable {
  private let bits: AtomicWord

  package init(_ bits: UInt64) {
    self.bits = AtomicWord(bits)
    #if DEBUG
      number = Self.installed?.wordBegins() ?? 0
    #endif
  }

  @inline(__always)
  package borrowing func load() -> UInt64 {
    schedulePoint(.read)
    return bits.load()
  }

  /// Replaces `expected` with `desired`, or changes nothing and returns `false`.
  @inline(__always)
  package borrowing func compareExchange(_ expected: UInt64, _ desired: UInt64) -> Bool {
    schedulePoint(.exchange(of: expected))
    return bits.compareExchange(expected, desired)
  }

  /// Replaces the value, and returns the previous one.
  @inline(__always)
  package borrowing func exchange(_ desired: UInt64) -> UInt64 {
    schedulePoint(.write)
    return bits.exchange(desired)
  }

  /// Adds `amount`, and returns the sum.
  @inline(__always)
  @discardableResult
  package borrowing func add(_ amount: UInt64) -> UInt64 {
    schedulePoint(.write)
    return bits.add(amount) &+ amount
  }

  /// Sets the bits that are set in `added`, and leaves the others unchanged.
  ///
  /// - Returns: the previous value.
  @inline(__always) @discardableResult
  borrowing func insert(_ added: UInt64) -> UInt64 {
    schedulePoint(.write)
    return bits.or(added)
  }

  /// Reads a switch that threads don't coordinate through, or a value that another word has
  /// published. Exploration tests need not stop here.
  @inline(__always)
  borrowing func loadRelaxed() -> UInt64 {
    bits.loadMonotonic()
  }

  /// The counterpart of `loadRelaxed()` that writes.
  @inline(__always)
  borrowing func storeRelaxed(_ value: UInt64) {
    bits.storeMonotonic(value)
  }

  /// For a word that no other thread can change now: in an initializer, in `deinit`, or once this
  /// thread has won the right to change it.
  @inline(__always)
  package borrowing func loadExclusively() -> UInt64 {
    bits.loadMonotonic()
  }

  /// The counterpart of `loadExclusively()` that writes.
  @inline(__always)
  borrowing func storeExclusively(_ value: UInt64) {
    bits.storeMonotonic(value)
  }

  enum Access {
    case read
    case write
    /// Writes only if the word has this value.
    case exchange(of: UInt64)
  }

  #if DEBUG
    /// Is notified of every word that is created, and of each access to the words that it has given
    /// a number. Exploration tests install one before they start any thread. Release builds don't
    /// contain it.
    class Explorer: @unchecked Sendable {
      /// - Returns: the number by which the explorer identifies the word, or zero to ignore it.
      func wordBegins() -> Int { 0 }
      func willAccess(_ number: Int, _ word: UnsafePointer<UInt64>, _ access: Access) {}
      func wordEnds() {}
    }

    private let number: Int
    private static let explorer = AtomicWord(0)

    /// - Parameter explorer: never released, because a thread may still be calling it.
    static func explore(with explorer: Explorer?) {
      let kept = explorer.map { Unmanaged.passRetained($0).word }
      _ = Self.explorer.exchange(kept ?? 0)
    }

    private static var installed: Explorer? {
      // SAFETY: only `explore(with:)` stores here, and what it stores is never released.
      Unmanaged<Explorer>(word: explorer.loadMonotonic())?.takeUnretainedValue()
    }

    private borrowing func schedulePoint(_ access: Access) {
      guard number != 0, let explorer = Self.installed else { return }
      explorer.willAccess(number, bits.pointer, access)
    }

    deinit {
      if number != 0 { Self.installed?.wordEnds() }
    }
  #else
    @inline(__always)
    private borrowing func schedulePoint(_ access: Access) {}
  #endif
}

extension Unmanaged {
  /// The object's address, as a word stores it.
  @inline(__always)
  package var word: UInt64 { UInt64(UInt(bitPattern: toOpaque())) }

  /// Refers to the object at the address that a word stores, or is `nil` for zero.
  @inline(__always)
  package init?(word: UInt64) {
    guard let address = UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: word)) else {
      return nil
    }
    self = .fromOpaque(address)
  }
}
