// The one seam to the processor: every atomic access of the library goes through here.
//
// All of them are sequentially consistent. The interleavings that the exploring tests run are then
// exactly the interleavings that a machine can show, and an argument over two words ("I set mine,
// then looked at yours") needs no fence. On x86-64 and arm64 this costs what acquire-release costs.

/// A machine word that threads decide by.
package struct StateWord: ~Copyable {
  private let bits: AtomicWord

  package init(_ bits: UInt) {
    self.bits = AtomicWord(bits)
    #if DEBUG
      number = Self.installed?.wordBegins() ?? 0
    #endif
  }

  @inline(__always)
  package borrowing func load() -> UInt {
    schedulePoint(.read)
    return bits.load()
  }

  /// Replaces `expected` by `desired`, or changes nothing and answers `false`.
  @inline(__always)
  package borrowing func compareExchange(_ expected: UInt, _ desired: UInt) -> Bool {
    schedulePoint(.exchange(of: expected))
    return bits.compareExchange(expected, desired)
  }

  /// Replaces whatever the word holds and answers what that was.
  @inline(__always)
  borrowing func exchange(_ desired: UInt) -> UInt {
    schedulePoint(.write)
    return bits.exchange(desired)
  }

  /// Adds and answers the sum.
  @inline(__always)
  @discardableResult
  package borrowing func add(_ amount: UInt) -> UInt {
    schedulePoint(.write)
    return bits.add(amount) &+ amount
  }

  /// Sets those bits, whatever the others are.
  ///
  /// - Returns: what the word was before.
  @inline(__always) @discardableResult
  borrowing func insert(_ added: UInt) -> UInt {
    schedulePoint(.write)
    return bits.or(added)
  }

  /// Reads a switch, which decides nothing between threads, or what another word has published: no
  /// exploring test has to stop here.
  @inline(__always)
  borrowing func loadRelaxed() -> UInt {
    bits.loadMonotonic()
  }

  /// The writing twin of `loadRelaxed()`.
  @inline(__always)
  borrowing func storeRelaxed(_ value: UInt) {
    bits.storeMonotonic(value)
  }

  /// For an object that no other thread can reach yet, or any more: initialisers and `deinit`.
  @inline(__always)
  borrowing func loadExclusively() -> UInt {
    bits.loadMonotonic()
  }

  /// The writing twin of `loadExclusively()`.
  @inline(__always)
  borrowing func storeExclusively(_ value: UInt) {
    bits.storeMonotonic(value)
  }

  enum Access {
    case read
    case write
    /// Writes if the word holds this.
    case exchange(of: UInt)
  }

  #if DEBUG
    /// Is told of every word that begins, and of the accesses to those that it takes a number for.
    /// Exploring tests install one before any thread of theirs starts; release builds have no trace
    /// of it.
    class Explorer: @unchecked Sendable {
      /// - Returns: what the explorer will know the word by; zero for nothing.
      func wordBegins() -> Int { 0 }
      func willAccess(_ number: Int, _ word: UnsafePointer<UInt>, _ access: Access) {}
      func wordEnds() {}
    }

    private let number: Int
    private static let explorer = AtomicWord(0)

    /// - Parameter explorer: is never released, because a thread may still be calling it.
    static func explore(with explorer: Explorer?) {
      let kept = explorer.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) }
      _ = Self.explorer.exchange(kept ?? 0)
    }

    private static var installed: Explorer? {
      // SAFETY: only `explore(with:)` stores here, and what it stores is never released.
      UnsafeRawPointer(bitPattern: explorer.loadMonotonic()).map {
        Unmanaged<Explorer>.fromOpaque($0).takeUnretainedValue()
      }
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
