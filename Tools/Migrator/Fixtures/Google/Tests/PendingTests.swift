// Pending.swift at all stages.

import Testing

@MainActor
@Suite("Promises settled by the code that made them")
struct PendingTests {
  @Test("A property whose first settling call counts")
  func property() async throws {
    let gate = PendingGate()
    let end = start { try await gate.wait() }
    gate.open(1)
    #expect(gate.log == ["opens"])
    #expect(try await outcome { try await end }.get() == 1)
    #expect(gate.log == ["opens", "open 1"])
    gate.close { $0("bye") }
    #expect(try await outcome { try await gate.end() }.get() == "bye")
  }

  @Test("A property that is rejected")
  func rejected() async throws {
    let gate = PendingGate()
    gate.fail()
    let result = try await outcome { try await gate.wait() }
    #expect(throws: PendingError()) { try result.get() }
    #expect(gate.log.isEmpty)
  }

  @Test("Constants in functions")
  func local() async throws {
    let (gate, dialog) = (PendingGate(), PendingDialog())
    let answer = start { try await gate.ask(dialog) }
    dialog.press(true)
    #expect(try await outcome { try await answer }.get())
    #expect(gate.log == ["yes"])
    let second = start { try await gate.askTwice(dialog) }
    dialog.press(true)
    dialog.press(false)
    #expect(try await outcome { try await second }.get() == false)
    let refused = start { try await gate.askTwice(dialog) }
    dialog.press(false)
    let result = try await outcome { try await refused }
    #expect(throws: PendingError()) { try result.get() }
  }
}
