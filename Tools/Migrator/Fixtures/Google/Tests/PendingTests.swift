// Pending.swift at all stages.

import Testing

@MainActor
@Suite("Pending promises and their makers")
struct PendingTests {
  @Test("A property: the first call counts")
  func property() async throws {
    let gate = PendingGate()
    let end = gate.wait()
    gate.open(1)
    #expect(gate.log == ["opens"])
    #expect(try await outcome(of: end).get() == 1)
    #expect(gate.log == ["opens", "open 1"])
    gate.close { $0("bye") }
    #expect(try await outcome(of: gate.end()).get() == "bye")
  }

  @Test("A property that is rejected")
  func rejected() async throws {
    let gate = PendingGate()
    gate.fail()
    let result = try await outcome(of: gate.wait())
    #expect(throws: PendingError()) { try result.get() }
    #expect(gate.log.isEmpty)
  }

  @Test("Constants of functions")
  func local() async throws {
    let (gate, dialog) = (PendingGate(), PendingDialog())
    let answer = gate.ask(dialog)
    dialog.press(true)
    #expect(try await outcome(of: answer).get())
    #expect(gate.log == ["yes"])
    let second = gate.askTwice(dialog)
    dialog.press(true)
    dialog.press(false)
    #expect(try await outcome(of: second).get() == false)
    let refused = gate.askTwice(dialog)
    dialog.press(false)
    let result = try await outcome(of: refused)
    #expect(throws: PendingError()) { try result.get() }
  }
}
