// Captures.swift at all stages.

import Testing

@MainActor
@Suite("Captures")
struct CapturesTests {
  @Test("Variables, objects, functions")
  func captures() async throws {
    #expect(try await outcome { try await CaptureUse.variable() }.get() == 2)
    #expect(try await outcome { try await CaptureUse.copy() }.get() == 3)
    #expect(try await outcome { try await CaptureUse.list() }.get() == 1)
    #expect(try await outcome { try await CaptureUse.again() }.get() == 2)
  }

  @Test("Custom queues")
  func queues() async throws {
    #expect(try await outcome { try await CaptureUse.queues() }.get() == [true, true])
  }
}
