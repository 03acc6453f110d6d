// A word of memory that threads access atomically, through the compiler's atomic instructions. They
// work alike on every platform, including systems older than the atomics of `Synchronization`.
//
// The raw layout gives the word a stable address for its entire lifetime, wherever it is stored.

import Builtin

/// A word of 64 bits. Its accesses are sequentially consistent: all threads agree on their order.
/// Those called *monotonic* are atomic too, but don't order other accesses.
@_rawLayout(like: UInt64)
struct AtomicWord: ~Copyable, @unchecked Sendable {
  @inline(__always)
  init(_ word: UInt64) { storeMonotonic(word) }

  @inline(__always)
  private var address: Builtin.RawPointer { Builtin.addressOfRawLayout(self) }

  /// For code that inspects the word while no other thread is running.
  var pointer: UnsafePointer<UInt64> { UnsafePointer(address) }

  @inline(__always)
  borrowing func load() -> UInt64 { UInt64(Builtin.atomicload_seqcst_Int64(address)) }

  @inline(__always)
  borrowing func loadMonotonic() -> UInt64 { UInt64(Builtin.atomicload_monotonic_Int64(address)) }

  @inline(__always)
  borrowing func storeMonotonic(_ word: UInt64) {
    Builtin.atomicstore_monotonic_Int64(address, word._value)
  }

  /// Replaces `expected` with `desired`, or changes nothing and returns `false`.
  @inline(__always)
  borrowing func compareExchange(_ expected: UInt64, _ desired: UInt64) -> Bool {
    let (_, isExchanged) = Builtin.cmpxchg_seqcst_seqcst_Int64(
      address, expected._value, desired._value)
    return Bool(isExchanged)
  }

  // The methods below return the previous value.

  @inline(__always)
  borrowing func exchange(_ desired: UInt64) -> UInt64 {
    UInt64(Builtin.atomicrmw_xchg_seqcst_Int64(address, desired._value))
  }

  @inline(__always)
  borrowing func add(_ amount: UInt64) -> UInt64 {
    UInt64(Builtin.atomicrmw_add_seqcst_Int64(address, amount._value))
  }

  @inline(__always)
  borrowing func or(_ bits: UInt64) -> UInt64 {
    UInt64(Builtin.atomicrmw_or_seqcst_Int64(address, bits._value))
  }
}
