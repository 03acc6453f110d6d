// Guarantees.swift at all stages.

import Testing

@MainActor
@Suite("guarantees")
struct GuaranteesTests {
  @Test("A callback, in three ways", arguments: [true, false])
  func callbacks(isAllowed: Bool) async throws {
    let dialog = GuaranteeDialog()
    let text = isAllowed ? "yes" : "no"
    let answer = start { try await dialog.ask() }
    dialog.press(isAllowed)
    #expect(try await outcome { try await answer }.get() == isAllowed)
    let again = start { try await dialog.askAgain() }
    dialog.press(isAllowed)
    #expect(try await outcome { try await again }.get() == text)
    let twice = start { try await dialog.askTwice() }
    dialog.press(isAllowed)
    #expect(try await outcome { try await twice }.get() == text)
    #expect(dialog.log == ["pressed", text])
  }

  @Test("Values that are known immediately")
  func values() async throws {
    let dialog = GuaranteeDialog()
    _ = try await outcome { try await dialog.nothing() }.get()
    #expect(try await outcome { try await dialog.constant }.get() == 1)
    #expect(await dialog.summary() == "over")
    #expect(try await dialog.sum() == 2)
  }
}
