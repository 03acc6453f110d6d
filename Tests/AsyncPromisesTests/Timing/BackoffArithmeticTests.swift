// Backoff.swift: arithmetic that is exact where possible, and saturates otherwise.

import TestSupport
import Testing

@testable import AsyncPromises

@Suite("Backoff arithmetic", .timeLimit(.minutes(10)))
struct BackoffArithmeticTests {
  private func pause(_ backoff: Backoff, _ attempt: Int) -> Duration {
    var generator = SplitMix64(1)
    return backoff.pause(afterAttempt: attempt, using: &generator)
  }

  @Test("G3: multiples of a pause are exact")
  func exact() {
    for milliseconds in [100, 200, 300, 700, 1_100] {
      for attempt in 1...10 {
        let linear = pause(.linear(.milliseconds(milliseconds)), attempt)
        #expect(linear == .milliseconds(milliseconds) * attempt)
      }
      for attempt in 1...10 {
        let doubled = pause(.exponential(base: .milliseconds(milliseconds)), attempt)
        #expect(doubled == .milliseconds(milliseconds) * (1 << (attempt - 1)))
      }
    }
  }

  @Test("G3: a base of zero stays zero, however many attempts there were")
  func zeroBase() {
    for attempt in [1, 2, 1_000, 1_025, 1_100, Int.max] {
      #expect(pause(.exponential(base: .zero), attempt) == .zero)
    }
  }

  @Test("G3: a negative base doesn't overflow, however many attempts there were")
  func negativeBase() async {
    await #expect(processExitsWith: .success) {
      var generator = SplitMix64(1)
      let backoff = Backoff.exponential(base: .seconds(-1))
      precondition(backoff.pause(afterAttempt: 200, using: &generator) <= .zero)
    }
  }

  @Test("G3: a negative step doesn't overflow, however many attempts there were")
  func negativeStep() async {
    await #expect(processExitsWith: .success) {
      var generator = SplitMix64(1)
      let backoff = Backoff.linear(.seconds(-60))
      precondition(backoff.pause(afterAttempt: Int.max, using: &generator) <= .zero)
    }
  }
}
