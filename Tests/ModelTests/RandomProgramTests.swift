// Programs generated from seeds. A program that fails is shrunk and printed.

import TestSupport

#if DEBUG
  import Foundation
  import Testing

  @Suite("Random programs", .timeLimit(.minutes(10)))
  struct RandomProgramTests {
    static let seeds = (0..<(isStressRun ? 500 : 10)).map { runSeed &+ $0 }

    @Test("A B C E F G: the contract allows what the library does", arguments: seeds)
    func againstModel(seed: UInt64) async {
      let failure = await onOwnThread { () -> Failure? in
        var seeds = Seed(seed, choices: .max)
        for _ in 0..<100 {
          var choices = Seed(seeds.next(), choices: seeds.next(below: 80) ?? 0)
          if let failure = Comparison().failure(of: Program(&choices)) { return failure }
        }
        return nil
      }
      if let failure { Issue.record("\(again(with: seed)) RandomProgram\n\(failure)") }
    }
  }
#endif
