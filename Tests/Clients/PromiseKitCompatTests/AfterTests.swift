// After.swift: guarantees that a timer fulfils.

import Dispatch
import PromiseKitCompat
import Testing

@Suite("after", .timeLimit(.minutes(10)))
struct AfterTests {
  @Test("no time, and less than none, is now")
  func now() async {
    await after(seconds: 0).async()
    await after(seconds: -1).async()
    await after(seconds: -.infinity).async()
    await after(seconds: .nan).async()
    await after(.seconds(0)).async()
    await after(.milliseconds(-5)).async()
  }

  @Test("not before its time")
  func notBefore() async {
    let clock = ContinuousClock()
    for guarantee in [{ after(seconds: 0.02) }, { after(.milliseconds(20)) }] {
      let start = clock.now
      await guarantee().async()
      #expect(clock.now - start >= .milliseconds(20))
    }
  }

  @Test("a guarantee that is far off is pending while others have had their turn")
  func farOff() async {
    let (far, never) = (after(seconds: 36_000), after(.never))
    let beyond = [Double.infinity, .greatestFiniteMagnitude].map { after(seconds: $0) }
    let others = (0..<100).map { _ in after(.milliseconds(1)) }
    await when(guarantees: others).async()
    #expect(far.isPending && never.isPending && beyond.allSatisfy { $0.isPending })
    #expect(others.allSatisfy { $0.isFulfilled })
  }
}
