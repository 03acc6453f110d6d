// Returns.swift at all stages.

import Testing

@MainActor
@Suite("Exits from closures")
struct ReturnsTests {
  @Test("Each exit passes the value on")
  func ways() async throws {
    let screen = ReturnScreen()
    #expect(try await outcome { try await screen.ways(0) }.get() == 0)
    #expect(screen.log == ["nothing", "open 1"])
    screen.isClosed = true
    #expect(try await outcome { try await screen.ways(2) }.get() == 2)
    #expect(try await outcome { try await screen.ways(5) }.get() == 5)
    #expect(try await outcome { try await screen.ways(50) }.get() == 50)
    let steps = ["step 0", "step 1", "step 0", "step 1", "step 2"]
    #expect(screen.log == ["nothing", "open 1"] + steps)
  }

  @Test("Each exit returns a promise")
  func promises() async throws {
    let screen = ReturnScreen()
    #expect(try await outcome { try await screen.promises(1) }.get() == 100)
    #expect(try await outcome { try await screen.promises(3) }.get() == 6)
    #expect(try await outcome { try await screen.promises(6) }.get() == 6)
    let failed = try await outcome { try await screen.promises(0) }
    #expect(throws: ReturnError()) { try failed.get() }
  }

  @Test("Names that are already taken, and nested chains")
  func names() async throws {
    let screen = ReturnScreen()
    #expect(try await outcome { try await screen.names(3) }.get() == 7)
    #expect(screen.log == ["3 4"])
    #expect(try await outcome { try await screen.nested(3) }.get() == 12)
    #expect(screen.log == ["3 4", "inner 4", "product 12"])
  }
}
