// Recoveries.swift at all stages.

import Testing

@MainActor
@Suite("recover and catch")
struct RecoveriesTests {
  @Test("A value in place of the error")
  func value() async throws {
    #expect(
      try await outcome { try await RecoveringScreen(nil).placeholder() }.get().text == "page")
    #expect(
      try await outcome { try await RecoveringScreen(.offline).placeholder() }.get() == .empty)
    let screen = RecoveringScreen(.fatal)
    #expect(try await outcome { try await screen.logged() }.get() == "none")
    #expect(screen.log == ["recovers", "over"])
  }

  @Test("A promise in place of the error, or another error")
  func promise() async throws {
    let screen = RecoveringScreen(.offline)
    #expect(try await outcome { try await screen.mirrored() }.get().text == "page")
    #expect(screen.log == ["mirror"])
    let fatal = try await outcome { try await RecoveringScreen(.fatal).mirrored() }
    #expect(throws: RecoveryError.fatal) { try fatal.get() }
    let both = try await outcome { try await RecoveringScreen(.offline, mirror: .fatal).other() }
    #expect(throws: RecoveryError.fatal) { try both.get() }
  }

  @Test("Each catch sees only the errors of earlier steps")
  func nested() async throws {
    let outer = RecoveringScreen(.offline)
    let first = try await outcome { try await outer.nested() }
    #expect(throws: RecoveryError.offline) { try first.get() }
    #expect(outer.log == ["outer"])
    let inner = RecoveringScreen(nil, mirror: .fatal)
    let second = try await outcome { try await inner.nested() }
    #expect(throws: RecoveryError.fatal) { try second.get() }
    #expect(inner.log == ["inner"])
    #expect(try await outcome { try await RecoveringScreen(nil).nested() }.get() == "pagepage")
  }
}
