// Stress tests: many rounds of a race, on threads that start together.
//
// By default, there are few rounds. In the environment
//   STRESS=1   runs ten times as many rounds,
//   SEED=n     gives the threads the head starts of the run that reported this seed.
//
// In each round, the threads leave a barrier together, and each spins for 0 to 3,000 turns before
// its part, so that the operations overlap at a different point each time. When all threads have
// ended, the totals of the round are compared with the contract: nothing is lost, nothing happens
// twice, and everything created for the round has been freed.

import AsyncPromises
import Foundation
import TestSupport
import Testing

/// Serialized, because a race that shares its cores with another overlaps less.
@Suite("Stress", .serialized)
enum StressTests {}

/// The numbers of threads: fewer than the cores of most machines, about as many, and more.
let threadCounts = [2, 4, 8]

/// How long a round may take before it counts as one that never ends. Nothing waits this long
/// unless something was lost.
let patience: TimeInterval = 300

/// Runs rounds of a race until one fails.
///
/// - Parameters:
///   - threads: how many threads race.
///   - rounds: how many rounds two threads run in a quick run; more threads run fewer.
///   - make: prepares a round, on a thread that takes part in it.
func stress(
  threads: Int, rounds: Int = 200, sourceLocation: SourceLocation = #_sourceLocation,
  _ make: @escaping @Sendable (Round) -> Void
) async {
  let finding = Finding()
  let count = rounds * 2 / threads * (isStressRun ? 10 : 1)
  // On a separate thread, because a round blocks, and tasks have only a few threads.
  await withCheckedContinuation { continuation in
    Thread {
      let contenders = Contenders(threads)
      for number in 0..<count {
        let round = Round(number, threads, HeadStarts(seed: runSeed, round: number))
        guard let failures = round.run(make, by: contenders) else { continue }
        let place = "\(again()) Stress: iteration \(number), \(threads) threads: "
        finding.report(place + failures)
        break
      }
      contenders.dismiss()
      continuation.resume()
    }.start()
  }
  if let failure = finding.report { Issue.record("\(failure)", sourceLocation: sourceLocation) }
}

/// The failure that was found. A lock guards it, because ThreadSanitizer doesn't see the resumption
/// of a task as synchronization.
private final class Finding: @unchecked Sendable {
  private let lock = NSLock()
  private var found: String?

  var report: String? { lock.withLock { found } }

  func report(_ failure: String) {
    lock.withLock { found = failure }
  }
}
