// A word of memory that threads access atomically, through the compiler's atomic instructions. They
// work alike on every platform, including systems older than the atomics of `Synchronization`.
//
// The raw layout gives the word a stable address for its entire lifetime, wherever it is stored.

import Builtin

/// A machine word. Its accesses are sequentially consistent: all threads agree on their order.
/// Those called *monotonic* are atomic too, but don't order other accesses.
@_rawLayout(like: UInt)
struct AtomicWord: ~Copyable, @unchecked Sendable {
  @inline(__always)
  init(_ word: UInt) { storeMonotonic(word) }

  @inline(__always)
  private var address: Builtin.RawPointer { Builtin.addressOfRawLayout(self) }

  /// For code that inspects the word while no other thread is running.
  var pointer: UnsafePointer<UInt> { UnsafePointer(address) }

  @inline(__always)
  borrowing func load() -> UInt { UInt(Builtin.atomicload_seqcst_Word(address)) }

  @inline(__always)
  borrowing func loadMonotonic() -> UInt { UInt(Builtin.atomicload_monotonic_Word(address)) }

  @inline(__always)
  borrowing func storeMonotonic(_ word: UInt) {
    Builtin.atomicstore_monotonic_Word(address, word._builtinWordValue)
  }

  /// Replaces `expected` with `desired`, or changes nothing and returns `false`.
  @inline(__always)
  borrowing func compareExchange(_ expected: UInt, _ desired: UInt) -> Bool {
    let (_, isExchanged) = Builtin.cmpxchg_seqcst_seqcst_Word(
      address, expected._builtinWordValue, desired._builtinWordValue)
    return Bool(isExchanged)
  }

  // The methods below return the previous value.

  @inline(__always)
  borrowing func exchange(_ desired: UInt) -> UInt {
    UInt(Builtin.atomicrmw_xchg_seqcst_Word(address, desired._builtinWordValue))
  }

  @inline(__always)
  borrowing func add(_ amount: UInt) -> UInt {
    UInt(Builtin.atomicrmw_add_seqcst_Word(address, amount._builtinWordValue))
  }

  @inline(__always)
  borrowing func or(_ bits: UInt) -> UInt {
    UInt(Builtin.atomicrmw_or_seqcst_Word(address, bits._builtinWordValue))
  }
}
