// Waiting.swift at all stages.

import Testing

@MainActor
@Suite("Waiting")
struct WaitingTests {
  private let screen = WaitingScreen()

  @Test("One wait after the other, off the main thread")
  func both() async throws {
    #expect(try await outcome { try await screen.both("a", "bc") }.get() == 19)
    let failed = try await outcome { try await screen.both("a", "") }
    #expect(throws: WaitingError()) { try failed.get() }
  }

  @Test("Work that returns a promise")
  func chosen() async throws {
    #expect(try await outcome { try await screen.chosen(true) }.get() == "text of first")
    let failed = try await outcome { try await screen.chosen(false) }
    #expect(throws: WaitingError()) { try failed.get() }
  }

  @Test("Chain steps that wait")
  func steps() async throws {
    #expect(try await outcome { try await screen.counted("a") }.get() == 26)
    let server = WaitingServer(text: "b")
    #expect(try await outcome { try await server.twice("a") }.get() == "bba")
    let failed = try await outcome { try await server.twice("") }
    #expect(throws: WaitingError()) { try failed.get() }
  }

  @Test("In an async function")
  func now() async throws {
    #expect(try await screen.now("a") == 10)
    await #expect(throws: WaitingError()) { try await screen.now("") }
  }
}
