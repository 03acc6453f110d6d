// Profile.swift at all stages.

import AsyncPromisesTesting
import Testing

@MainActor
@Suite("Profile")
struct ProfileTests {
  private let screen = ProfileScreen(store: ProfileStore())

  @Test("One step after the other")
  func success() async throws {
    #expect(try await outcome { try await screen.load("ann") }.get() == "ANN")
    #expect(screen.log == ["loads", "found 1", "shows ann"])
  }

  @Test("An early result is passed on like any other")
  func early() async throws {
    #expect(try await outcome { try await screen.load("nobody") }.get() == "NOBODY")
    #expect(screen.log == ["loads", "found 0", "shows nobody"])
  }

  @Test("An error skips the handlers for values")
  func failure() async throws {
    let result = try await outcome { try await screen.load("eve") }
    #expect(throws: ProfileStore.Unknown(name: "eve")) { try result.get() }
    #expect(screen.log == ["loads"])
  }

  @Test("An error is replaced; a cancellation is not")
  func replacement() async throws {
    #expect(try await outcome { try await screen.loadOrNothing("bob") }.get() == "2")
    #expect(try await outcome { try await screen.loadOrNothing("eve") }.get() == "")
    #expect(screen.log == ["failed: Unknown(name: \"eve\")"])
    let left = try await outcome { try await screen.loadOrNothing("left") }
    #expect(throws: CancellationError.self) { try left.get() }
    #expect(screen.log.count == 1)
  }

  @Test("Work that nothing waits for happens later")
  func unused() async throws {
    screen.refresh()
    #expect(screen.log == ["refreshes"])
    try await eventually(within: .seconds(60)) { screen.log.count == 2 }
    #expect(screen.log == ["refreshes", "refreshed 1"])
  }

  @Test("A chain that nothing waits for runs to its end")
  func unusedChain() async throws {
    screen.refreshTwice()
    try await eventually(within: .seconds(60)) { screen.log.count == 4 }
    #expect(screen.log == ["twice", "loads", "found 2", "shows bob"])
  }
}
