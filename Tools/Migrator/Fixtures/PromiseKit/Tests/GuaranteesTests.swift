// Guarantees.swift at all stages.

import Testing

@MainActor
@Suite("guarantees")
struct GuaranteesTests {
  @Test("A callback, in three ways", arguments: [true, false])
  func callbacks(isAllowed: Bool) async throws {
    let dialog = GuaranteeDialog()
    let text = isAllowed ? "yes" : "no"
    let answer = dialog.ask()
    dialog.press(isAllowed)
    #expect(try await outcome(of: answer).get() == isAllowed)
    let again = dialog.askAgain()
    dialog.press(isAllowed)
    #expect(try await outcome(of: again).get() == text)
    let twice = dialog.askTwice()
    dialog.press(isAllowed)
    #expect(try await outcome(of: twice).get() == text)
    #expect(dialog.log == ["pressed", text])
  }

  @Test("What is known at once")
  func values() async throws {
    let dialog = GuaranteeDialog()
    _ = try await outcome(of: dialog.nothing()).get()
    #expect(try await outcome(of: dialog.constant).get() == 1)
    #expect(await dialog.summary() == "over")
    #expect(try await dialog.sum() == 2)
  }
}
