// After.swift: guarantees that a timer fulfills.

import AsyncPromisesTesting
import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

@Suite("after", .timeLimit(.minutes(10)))
struct AfterTests {
  @Test("zero, negative and NaN delays end soon, but not within the call")
  func now() async {
    let delays = [
      after(seconds: 0), after(seconds: -1), after(seconds: -.infinity), after(seconds: .nan),
      after(.seconds(0)), after(.milliseconds(-5)),
    ]
    for delay in delays { await delay.async() }
  }

  @Test(
    "T7: a scope's clock decides when delays end, and none ends within the call", .needsTracking,
    arguments: [0, -1, .nan])
  func clock(seconds: Double) async throws {
    let clock = ManualClock()
    try await withPromiseScope(clock: clock) { _ in
      let (now, later) = (after(seconds: seconds), after(seconds: 60))
      #expect(now.isPending)
      await clock.advance(by: .seconds(59))
      #expect(now.isFulfilled && later.isPending)
      await clock.advance(by: .seconds(1))
      #expect(later.isFulfilled)
    }
  }

  @Test("a delay never ends early")
  func notBefore() async {
    let clock = ContinuousClock()
    for guarantee in [{ after(seconds: 0.02) }, { after(.milliseconds(20)) }] {
      let start = clock.now
      await guarantee().async()
      #expect(clock.now - start >= .milliseconds(20))
    }
  }

  @Test("a long delay stays pending while shorter ones end")
  func farOff() async {
    let (far, never) = (after(seconds: 36_000), after(.never))
    let beyond = [Double.infinity, .greatestFiniteMagnitude].map { after(seconds: $0) }
    let others = (0..<100).map { _ in after(.milliseconds(1)) }
    await when(guarantees: others).async()
    #expect(far.isPending && never.isPending && beyond.allSatisfy { $0.isPending })
    #expect(others.allSatisfy { $0.isFulfilled })
  }
}
