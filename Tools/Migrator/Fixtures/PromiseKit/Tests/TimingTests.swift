// Timing.swift at all stages.

import Testing

@MainActor
@Suite("timing")
struct TimingTests {
  @Test("Pauses")
  func pauses() async throws {
    #expect(try await outcome(of: TimedWork.pause(0.001)).get() == "paused")
    _ = try await outcome(of: TimedWork.short()).get()
    _ = try await outcome(of: TimedWork.qualified()).get()
    #expect(try await outcome(of: TimedWork.pause(.nanoseconds(1))).get() == 1)
  }

  @Test("What is too slow, and what is not")
  func limits() async throws {
    let slow = TimedAnswer()
    let limited = slow.limited()
    slow.end()
    #expect(try await outcome(of: limited).errorText == "TimedOut()")
    slow.come()
    let quick = TimedAnswer()
    let answer = quick.limited()
    quick.come()
    #expect(try await outcome(of: answer).get() == 1)
    quick.end()
  }
}
