// After.swift: guarantees that a timer fulfills.

import Dispatch
import PromiseKitCompat
import Testing

@Suite("after", .timeLimit(.minutes(10)))
struct AfterTests {
  @Test("zero, negative and NaN delays end at once")
  func now() async {
    await after(seconds: 0).async()
    await after(seconds: -1).async()
    await after(seconds: -.infinity).async()
    await after(seconds: .nan).async()
    await after(.seconds(0)).async()
    await after(.milliseconds(-5)).async()
  }

  @Test("never ends early")
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
