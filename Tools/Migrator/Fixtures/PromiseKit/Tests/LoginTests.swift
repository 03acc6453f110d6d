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

  @Test("Each step runs in order, and the spinner stops after the greeting")
  func success() async {
    #expect(
      await journal(1) == ["begins", "returns", "asks", "hello Ada", "stops", "over"])
    #expect(await journal(0) == ["begins", "returns", "hello guest", "stops", "over"])
  }

  @Test("An error thrown by the first step, and a rejection in a later step")
  func failure() async {
    #expect(
      await journal(nil) == ["begins", "returns", "stops", "failed: refused", "over"])
    #expect(
      await journal(9) == ["begins", "returns", "asks", "stops", "failed: missing", "over"])
  }
}
