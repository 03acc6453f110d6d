// Background.swift at all stages.

import Testing

@MainActor
@Suite("Global queues")
struct BackgroundTests {
  @Test("From nonisolated code")
  func nonisolated() async throws {
    let store = BackgroundStore()
    #expect(try await outcome { try await store.image(3) }.get().width == 3)
    #expect(try await outcome { try await store.image(-1) }.get().width == 0)
    #expect(try await outcome { try await store.decoded(BackgroundImage.self, 4) }.get().width == 4)
  }

  @Test("From the main actor, and back to it")
  func mainActor() async throws {
    let screen = BackgroundScreen()
    #expect(try await outcome { try await screen.show(3, scale: 2) }.get().width == 6)
    #expect(screen.image?.width == 6 && screen.log == ["shown"])
    #expect(try await outcome { try await screen.again(5) }.get().width == 5)
    #expect(try await outcome { try await screen.again(-5) }.get().width == 7)
    #expect(try await outcome { try await screen.work(1) }.get() == 2)
  }
}
