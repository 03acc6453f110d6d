// Checks that repeated work leaves no memory behind, for tests that run in their own process.

import CAllocations

extension Memory {
  /// The bytes in use: allocated and not freed, where that is counted, or else the resident size.
  private static var inUse: Int {
    allocations_are_counted() ? Int(allocations_bytes_in_use()) : resident
  }

  /// Bytes that the runtime may keep for itself. In 2,000 rounds, one leaked node per round adds up
  /// to twice this amount. The resident size shows the same leak only in a stress run's rounds.
  private static var noise: Int { allocations_are_counted() ? 32 << 10 : 1 << 20 }

  /// A million in stress runs; otherwise enough for one leaked object per round to add up to twice
  /// the noise.
  package static let rounds = isStressRun ? 1_000_000 : 2_000

  /// Calls `body` for a tenth of the rounds to warm up, then for all of them. Traps if memory grows
  /// three times in a row: growth that happens once is due to threads that a busy machine has just
  /// started, or has not yet ended.
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
