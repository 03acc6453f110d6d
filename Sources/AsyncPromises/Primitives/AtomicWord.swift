// A word of memory that threads access atomically, by the compiler's own instructions: the same on
// every platform, and on systems that came before the atomic types of `Synchronization`.
//
// The layout gives the word an address for as long as it lives, wherever it is stored.

import Builtin

/// A machine word. Its accesses have one order that all threads agree on; those called *monotonic*
/// are atomic and nothing else.
@_rawLayout(like: UInt)
struct AtomicWord: ~Copyable, @unchecked Sendable {
  @inline(__always)
  init(_ word: UInt) { storeMonotonic(word) }

  @inline(__always)
  private var address: Builtin.RawPointer { Builtin.addressOfRawLayout(self) }

  /// For who looks at the word while no other thread runs.
  var pointer: UnsafePointer<UInt> { UnsafePointer(address) }

  @inline(__always)
  borrowing func load() -> UInt { UInt(Builtin.atomicload_seqcst_Word(address)) }

  @inline(__always)
  borrowing func loadMonotonic() -> UInt { UInt(Builtin.atomicload_monotonic_Word(address)) }

  @inline(__always)
  borrowing func storeMonotonic(_ word: UInt) {
    Builtin.atomicstore_monotonic_Word(address, word._builtinWordValue)
  }

  /// Replaces `expected` by `desired`, or changes nothing and answers `false`.
  @inline(__always)
  borrowing func compareExchange(_ expected: UInt, _ desired: UInt) -> Bool {
    let (_, isExchanged) = Builtin.cmpxchg_seqcst_seqcst_Word(
      address, expected._builtinWordValue, desired._builtinWordValue)
    return Bool(isExchanged)
  }

  // The others answer what the word was before.

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
