// The one seam to the processor: every atomic access of the library goes through here, and no other
// file spells a memory ordering.
//
// All of them are sequentially consistent. The interleavings that the exploring tests run are then
// exactly the interleavings that a machine can show, and an argument over two words ("I set mine,
// then looked at yours") needs no fence. On x86-64 and arm64 this costs what acquire-release costs.

import Synchronization

/// A machine word that threads decide by: the state of a cell, the link of a node, a lane.
struct StateWord: ~Copyable {
  private let bits: Atomic<UInt>

  init(_ bits: UInt) {
    self.bits = Atomic(bits)
  }

  @inline(__always)
  borrowing func load() -> UInt {
    schedulePoint(writes: false)
    return bits.load(ordering: .sequentiallyConsistent)
  }

  /// Replaces `expected` by `desired`, or changes nothing and answers `false`.
  @inline(__always)
  borrowing func exchange(_ expected: UInt, for desired: UInt) -> Bool {
    schedulePoint(writes: true)
    return bits.compareExchange(
      expected: expected, desired: desired, ordering: .sequentiallyConsistent
    ).exchanged
  }

  /// Replaces whatever the word holds and answers what that was.
  @inline(__always)
  borrowing func replace(with desired: UInt) -> UInt {
    schedulePoint(writes: true)
    return bits.exchange(desired, ordering: .sequentiallyConsistent)
  }

  /// Adds and answers the sum.
  @inline(__always)
  @discardableResult
  borrowing func add(_ amount: UInt) -> UInt {
    schedulePoint(writes: true)
    return bits.wrappingAdd(amount, ordering: .sequentiallyConsistent).newValue
  }

  /// Reads a switch: a word that decides nothing between threads, so that no exploring test has to
  /// stop here.
  @inline(__always)
  borrowing func glance() -> UInt {
    bits.load(ordering: .relaxed)
  }

  /// For an object that no other thread can reach yet, or any more: initialisers and `deinit`.
  @inline(__always)
  borrowing func loadExclusively() -> UInt {
    bits.load(ordering: .relaxed)
  }

  /// The writing twin of `loadExclusively()`.
  @inline(__always)
  borrowing func storeExclusively(_ value: UInt) {
    bits.store(value, ordering: .relaxed)
  }

  #if DEBUG
    /// Called before each access with the word's identity. Exploring tests install a scheduler here
    /// before any thread of theirs starts; release builds have no trace of it.
    typealias Observer = @convention(c) (_ word: UInt, _ writes: Bool) -> Void

    private static let observer = Atomic<UInt>(0)

    static func observe(with observer: Observer?) {
      Self.observer.store(
        UInt(bitPattern: unsafeBitCast(observer, to: UnsafeRawPointer?.self)),
        ordering: .sequentiallyConsistent)
    }

    private borrowing func schedulePoint(writes: Bool) {
      let raw = UnsafeRawPointer(bitPattern: Self.observer.load(ordering: .relaxed))
      // SAFETY: only `observe(with:)` stores here, and it stores nothing but an `Observer?`.
      guard let observer = unsafeBitCast(raw, to: Observer?.self) else { return }
      observer(identity, writes)
    }

    /// The word's address: atomics are never moved while they are shared.
    private var identity: UInt {
      withUnsafePointer(to: bits) { UInt(bitPattern: $0) }
    }
  #else
    @inline(__always)
    private borrowing func schedulePoint(writes: Bool) {}
  #endif
}
