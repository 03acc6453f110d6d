// NotSendable.swift at all stages.

import Testing

@MainActor
@Suite("not sendable")
struct NotSendableTests {
  @Test("A cart on the main queue")
  func cart() async throws {
    let screen = UnboundScreen()
    #expect(try await outcome { try await screen.count() }.get() == 2)
    #expect(screen.cart.items == ["a", "b"])
  }

  @Test("Loose JSON")
  func json() async throws {
    #expect(
      try await outcome { try await LooseReader(text: #"{"name": "Ada"}"#).name() }.get() == "Ada")
    let missing = try await outcome { try await LooseReader(text: "{}").name() }
    #expect(missing.errorText?.hasPrefix("`compactMap`") == true)
  }
}
