// Login.swift at all stages.

import Testing

@MainActor
@Suite("login")
struct LoginTests {
  private func journal(_ id: Int?) async -> [String] {
    let form = LoginForm()
    await withCheckedContinuation { continuation in
      form.tapped(id) { continuation.resume() }
    }
    return form.journal.entries
  }

  @Test("Each step in order, and the spinner before the greeting")
  func success() async {
    #expect(
      await journal(1) == ["begins", "returns", "asks", "hello Ada", "stops", "over"])
    #expect(await journal(0) == ["begins", "returns", "hello guest", "stops", "over"])
  }

  @Test("An error that the first step throws, and a rejection of a later one")
  func failure() async {
    #expect(
      await journal(nil) == ["begins", "returns", "stops", "failed: refused", "over"])
    #expect(
      await journal(9) == ["begins", "returns", "asks", "stops", "failed: missing", "over"])
  }
}
