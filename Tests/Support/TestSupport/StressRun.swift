// How long the tests take, and what is random in them.

import Foundation

/// `STRESS=1` in the environment: many more rounds, orders, programs and schedules than in every
/// run, and the sizes at which nothing can hide.
package let isStressRun = ProcessInfo.processInfo.environment["STRESS"] == "1"

/// The seed of whatever is random in a test: the same in each run, but drawn anew under `STRESS`.
/// A failure prints it, see `again(with:)`.
package let runSeed =
  ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) }
  ?? (isStressRun ? UInt64.random(in: 1...999_999) : 271_828)

/// What a failure says of how to run it again.
package func again(with seed: UInt64 = runSeed) -> String {
  "again with SEED=\(seed)\(isStressRun ? " STRESS=1" : "") swift test --filter"
}
