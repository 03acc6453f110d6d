// When the threads of a round start.

import TestSupport

/// How long each thread of a round spins before its part. Each round has its own seed, so that it
/// doesn't depend on earlier ones.
struct HeadStarts: RandomNumberGenerator {
  private var generator: SplitMix64
  /// The maximum number of turns. It alternates, so that threads start far apart or close together.
  private let limit: UInt64

  init(seed: UInt64, round: Int) {
    generator = SplitMix64(seed &* 0xD1B5_4A32_D192_ED03 &+ UInt64(round))
    limit = [3_000, 300, 30][round % 3]
  }

  mutating func next() -> UInt64 { generator.next() }

  /// The number of turns to spin for.
  mutating func spins() -> Int {
    Int(next() % (limit + 1))
  }
}
