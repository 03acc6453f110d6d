// Recovering.swift at all stages.

import Testing

@MainActor
@Suite("recover")
struct RecoveringTests {
  @Test("With another promise, a value, or nothing")
  func recover() async throws {
    let screen = RecoveringScreen()
    #expect(try await outcome { try await screen.user(2) }.get().name == "Bob")
    #expect(try await outcome { try await screen.user(5) }.get().name == "Ada")
    #expect(try await outcome { try await screen.guest(2) }.get().name == "Bob")
    #expect(try await outcome { try await screen.guest(5) }.get().name == "guest")
    #expect(try await outcome { try await screen.guestLater(5) }.get().name == "Ada")
    #expect(screen.journal.entries == ["asks another", "missing"])
  }

  @Test("For promises without a value")
  func nothing() async throws {
    let screen = RecoveringScreen()
    _ = try await outcome { try await screen.save("a") }
    _ = try await outcome { try await screen.save("") }
    #expect(screen.journal.entries == ["done", "not saved: refused", "done"])
    #expect(try await outcome { try await screen.saveUnlessRefused("a") }.errorText == nil)
    #expect(try await outcome { try await screen.saveUnlessRefused("") }.errorText == "late")
    screen.forget("")
  }
}
