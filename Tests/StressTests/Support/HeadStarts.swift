// When the threads of a round begin.

import TestSupport

/// How long each thread of a round spins before its part. Seeded anew for each round, so that a
/// round does not depend on those before it.
struct HeadStarts: RandomNumberGenerator {
  private var generator: SplitMix64
  /// Rounds whose threads are far apart, near, and next to each other take turns.
  private let limit: UInt64

  init(seed: UInt64, round: Int) {
    generator = SplitMix64(seed &* 0xD1B5_4A32_D192_ED03 &+ UInt64(round))
    limit = [3_000, 300, 30][round % 3]
  }

  mutating func next() -> UInt64 { generator.next() }

  /// Turns to spin for.
  mutating func spins() -> Int {
    Int(next() % (limit + 1))
  }
}
