// That something done again and again leaves nothing behind, for tests in a process of their own.

import CAllocations

extension Memory {
  /// The bytes that the process has in use: what was allocated and not given back where that is
  /// counted, and the resident size elsewhere.
  private static var inUse: Int {
    allocations_are_counted() ? Int(allocations_bytes_in_use()) : resident
  }

  /// What the runtime may keep for itself. With 2,000 rounds, a node that is left behind
  /// in each of them is twice as much; a resident size takes the rounds of a stress
  /// run to tell as much.
  private static var noise: Int { allocations_are_counted() ? 32 << 10 : 1 << 20 }

  /// A million where time is no matter, and in every run so many that an object which is left
  /// behind in each of them is twice the noise.
  package static let rounds = isStressRun ? 1_000_000 : 2_000

  /// Calls `body` for a tenth of the rounds to warm up, then for all of them; ends the process with
  /// a sentence when that left something behind, three times in a row. What is left once, by
  /// threads that a busy machine starts or hasn't let end, is no growth.
  package static func expectFlat(
    over rounds: Int = Memory.rounds, _ body: (_ rounds: Int) async throws -> Void
  ) async throws {
    try await body(max(1, rounds / 10))
    var growth = 0
    for _ in 0..<3 {
      let before = inUse
      precondition(before > 0, "The memory in use can't be read here.")
      try await body(rounds)
      growth = inUse - before
      if growth < noise { return }
    }
    preconditionFailure("Memory grew by \(growth) bytes in \(rounds) rounds.")
  }
}
