// Isolations.swift at all stages.

import AsyncPromises
import Testing

@MainActor
@Suite("Isolations")
struct IsolationsTests {
  @Test("The functions call back")
  func callbacks() async throws {
    let screen = IsolationScreen()
    try await outcome { try await Promise.wrap { screen.show("a", completion: $0) } }.get()
    #expect(screen.log == ["a"])
  }

  #if !BEFORE
    @Test("The functions have promise forms")
    func forms() async throws {
      let screen = IsolationScreen()
      try await outcome { try await screen.show("a") }.get()
      #expect(try await outcome { try await screen.hide() }.get() == 2)
      #expect(try await outcome { try await screen.size() }.get() == 5)
      #expect(screen.log == ["a", "hides"])
      #expect(try await outcome { try await IsolationTools.report() }.get())
      #expect(try await outcome { try await IsolationTools().both(3) }.get() == 3)
    }
  #endif

  #if PROMISES
    @Test("On a separate actor")
    func counter() async throws {
      let counter = IsolationCounter()
      #expect(try await counter.increase(by: 2).value == 2)
    }
  #endif
}
