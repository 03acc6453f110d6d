// Programs drawn from seeds. One that fails is made small and printed.

import TestSupport

#if DEBUG
  import Foundation
  import Testing

  @Suite("Random programs", .timeLimit(.minutes(10)))
  struct RandomProgramTests {
    /// `SEED` runs the programs of one seed again; `STRESS=1` runs 25 times as many.
    private static let environment = ProcessInfo.processInfo.environment
    private static let batches = isStressRun ? 500 : 20
    private static let first: UInt64 = .random(in: 0..<1_000_000) * 1_000
    static let seeds: [UInt64] =
      environment["SEED"].flatMap(UInt64.init).map { [$0] }
      ?? (0..<UInt64(batches)).map { first + $0 }

    @Test("A B C E F: what the library does, the contract allows", arguments: seeds)
    func againstModel(seed: UInt64) async {
      let failure = await onOwnThread { () -> Failure? in
        var seeds = Seed(seed, choices: .max)
        for _ in 0..<100 {
          var choices = Seed(seeds.next(), choices: seeds.next(below: 80) ?? 0)
          if let failure = Comparison().failure(of: Program(&choices)) { return failure }
        }
        return nil
      }
      if let failure { Issue.record("SEED=\(seed)\n\(failure)") }
    }
  }
#endif
