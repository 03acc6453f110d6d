// Limits.swift at all stages.

import Testing

@MainActor
@Suite("Time limits and conditions")
struct LimitsTests {
  @Test("The limit rejects the promise in time, and the work continues")
  func timeout() async throws {
    let work = LimitedWork()
    let result = try await outcome { try await work.start(limit: 0) }
    #expect(throws: (any Error).self) { try result.get() }
    #expect(work.status == "too slow" && !work.isOver)
    let second = start { try await work.start(limit: 300) }
    work.finish("done")
    #expect(try await outcome { try await second }.get() == "done")
    #expect(work.isOver && work.status == "too slow")
  }

  @Test("Empty text is refused")
  func validation() async throws {
    let work = LimitedWork()
    work.finish("")
    let result = try await outcome { try await work.start(limit: 300) }
    #expect(throws: (any Error).self) { try result.get() }
    #expect(work.status == "empty")
  }

  @Test("Errors of different kinds are distinguished")
  func errors() async throws {
    let work = LimitedWork()
    let refused = try await outcome { try await work.refused() }
    #expect(throws: (any Error).self) { try refused.get() }
    #expect(work.status == "validation")
    let byHand = try await outcome { try await work.refusedByHand() }
    #expect(throws: (any Error).self) { try byHand.get() }
    #expect(work.status == "validation")
    #expect(work.name(of: CancellationError()) == "other")
  }

  @Test("A delay")
  func delay() async throws {
    #expect(try await outcome { try await LimitedWork().late() }.get() == 3)
  }
}
