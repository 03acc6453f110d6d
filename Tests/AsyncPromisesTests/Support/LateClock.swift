// A clock for timers whose tasks start late.

import AsyncPromises
import AsyncPromisesTesting

/// The time of a manual clock, by which nobody sleeps before the gate is open.
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
