// A clock for timers whose tasks start late.

import AsyncPromises
import AsyncPromisesTesting

/// A manual clock whose sleeps don't start before the gate opens.
struct LateClock: Clock {
  let base: ManualClock
  let gate: Promise<Void>

  var now: ManualClock.Instant { base.now }

  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await gate.value
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}
