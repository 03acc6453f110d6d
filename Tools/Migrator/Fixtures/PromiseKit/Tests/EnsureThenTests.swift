// EnsureThen.swift at all stages.

import Testing

@MainActor
@Suite("ensureThen")
struct EnsureThenTests {
  @Test("The chain waits until the file is closed, after success and after failure")
  func waits() async throws {
    let screen = EnsureThenScreen()
    #expect(try await outcome { try await screen.load(1) }.get() == "Ada")
    #expect(screen.journal.entries == ["loaded", "closes file", "closed", "after"])
    let failing = EnsureThenScreen()
    #expect(try await outcome { try await failing.load(4) }.errorText == "missing")
    #expect(failing.journal.entries == ["closes file", "closed", "after"])
  }

  @Test("Several statements")
  func statements() async throws {
    let screen = EnsureThenScreen()
    #expect(try await outcome { try await screen.loadTwice(2) }.get() == "Bob")
    #expect(screen.journal.entries == ["closes", "closed late"])
  }
}
