// Pipeline.swift at all stages.

import AsyncPromisesTesting
import Testing

@MainActor
@Suite("Pipeline")
struct PipelineTests {
  @Test("In series, up to the first error")
  func series() async throws {
    let pipeline = Pipeline()
    #expect(try await outcome { try await pipeline.series([1, 2, 3]) }.get() == 6)
    let failed = try await outcome { try await pipeline.series([4, -5, 6]) }
    #expect(throws: PipelineFailure(number: -5)) { try failed.get() }
    #expect(pipeline.journal.entries == ["send 1", "send 2", "send 3", "send 4", "send -5"])
  }

  @Test("Recovering from an error, observing an outcome, starting work")
  func others() async throws {
    let pipeline = Pipeline()
    #expect(try await outcome { try await pipeline.repaired(-2) }.get() == 1)
    #expect(try await outcome { try await pipeline.note(2) }.get() == "2")
    #expect(
      try await outcome { try await pipeline.note(-1) }.get() == "PipelineFailure(number: -1)")
    #expect(try await outcome { try await pipeline.start(3) }.get() == 3)
    let failed = try await outcome { try await pipeline.start(0) }
    #expect(throws: PipelineFailure(number: 0)) { try failed.get() }
    #expect(
      pipeline.journal.entries == [
        "send -2", "repairs", "send 1", "fine", "send 2", "ended", "send -1", "ended", "starts",
        "send 3", "starts",
      ])
  }

  @Test("On the main actor")
  func screen() async throws {
    let screen = PipelineScreen()
    #expect(try await outcome { try await screen.show([1, 2]) }.get() == 6)
    let failed = try await outcome { try await screen.show([-1]) }
    #expect(throws: PipelineFailure(number: -1)) { try failed.get() }
    #expect(screen.log == ["sum 3", "shown", "failed"])
    screen.showNothing()
    try await eventually(within: .seconds(60)) { screen.log.count == 5 }
    #expect(Set(screen.log.suffix(2)) == ["begins", "repaired 1"])
  }
}
