// The size and the seed of a test run.

import Foundation

/// Whether `STRESS=1` is set: tests run at full size, with many more rounds, orders, programs and
/// schedules.
package let isStressRun = ProcessInfo.processInfo.environment["STRESS"] == "1"

/// The seed of randomized tests: the same in each run, unless `SEED` or `STRESS` is set. Failures
/// print it: see `again(with:)`.
package let runSeed =
  ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) }
  ?? (isStressRun ? UInt64.random(in: 1...999_999) : 271_828)

/// Returns a message that says how to repeat a failure.
package func again(with seed: UInt64 = runSeed) -> String {
  "again with SEED=\(seed)\(isStressRun ? " STRESS=1" : "") swift test --filter"
}
