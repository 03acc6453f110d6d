// Timers that are no longer needed leave nothing behind.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

extension LifetimeTests {
  @Suite("Freed timers", .timeLimit(.minutes(10)))
  struct FreedTimersTests {
    @Test("G2: many timeouts of promises that settle first leave memory flat")
    func continuousClock() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        try await Memory.expectFlat { rounds in
          for round in 0..<rounds {
            let (source, resolver) = Promise<Int>.pending()
            let derived = source.timeout(after: .seconds(3_600))
            resolver.fulfill(round)
            precondition(derived.resultIfSettled != nil)
          }
        }
      }
    }

    @Test("G2: many timeouts of promises that settle first leave no timer behind")
    func settledFirst() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let clock = ManualClock()
        for _ in 0..<many {
          let (source, resolver) = Promise<Int>.pending()
          let derived = source.timeout(after: .seconds(3600), clock: clock)
          resolver.fulfill(1)
          let value = try await derived.value
          precondition(value == 1)
        }
        // Starting one more timer shows that there are no others.
        let last = Promise.delay(for: .seconds(7200), clock: clock)
        await clock.sleepers(1)
        precondition(clock.offsets == [.seconds(7200)])
        last.cancel()
      }
    }

    @Test("G2: many timers that are running when their promises settle are freed immediately")
    func running() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let clock = ManualClock()
        for _ in 0..<many / 100 {
          let sources = (0..<100).map { _ in Promise<Int>.pending() }
          let derived = sources.map { $0.promise.timeout(after: .seconds(3600), clock: clock) }
          await clock.sleepers(100)
          for source in sources { source.resolver.fulfill(1) }
          precondition(clock.sleeperCount == 0)
          for promise in derived { _ = try await promise.value }
        }
      }
    }
  }
}
