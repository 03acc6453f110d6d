// Timing.swift at all stages.

import Testing

@MainActor
@Suite("timing")
struct TimingTests {
  @Test("Pauses")
  func pauses() async throws {
    #expect(try await outcome { try await TimedWork.pause(0.001) }.get() == "paused")
    _ = try await outcome { try await TimedWork.short() }.get()
    _ = try await outcome { try await TimedWork.qualified() }.get()
    #expect(try await outcome { try await TimedWork.pause(.nanoseconds(1)) }.get() == 1)
  }

  @Test("A slow answer and a quick one")
  func limits() async throws {
    let slow = TimedAnswer()
    let limited = start { try await slow.limited() }
    slow.end()
    #expect(try await outcome { try await limited }.errorText == "TimedOut()")
    slow.come()
    let quick = TimedAnswer()
    let answer = start { try await quick.limited() }
    quick.come()
    #expect(try await outcome { try await answer }.get() == 1)
    quick.end()
  }
}
