// Steps.swift at all stages.

import Testing

@MainActor
@Suite("then")
struct StepsTests {
  @Test("Each step runs in turn, and the value is passed on")
  func success() async throws {
    let screen = StepsScreen(server: StepsServer())
    #expect(try await outcome { try await screen.load("Ada") }.get() == 16)
    #expect(
      screen.log == ["begins", "has a user", "greets user Ada", "avatar 8", "over"])
    #expect(screen.title == "user Ada")
  }

  @Test("Handlers that only observe a value pass a failure on", arguments: ["user", "avatar"])
  func failure(step: String) async throws {
    let screen = StepsScreen(server: StepsServer(failing: step))
    let result = try await outcome { try await screen.load("Ada") }
    #expect(throws: StepsError(step: step)) { try result.get() }
    #expect(screen.log.suffix(2) == ["over", "failed in a step"])
  }

  @Test("Handlers run later than the code around them")
  func later() async throws {
    let screen = StepsScreen(server: StepsServer())
    screen.start("Ada")
    #expect(screen.log == ["started"] && screen.title == "")
    #expect(try await outcome { try await screen.load("Bob") }.get() == 16)
    screen.startAlone("Ada")
  }

  @Test("A thrown error rejects the promise")
  func strict() async throws {
    let screen = StepsScreen(server: StepsServer())
    #expect(try await outcome { try await screen.strict("Ada") }.get() == "user Ada")
    let result = try await outcome { try await screen.strict("nobody") }
    #expect(throws: StepsError(step: "strict")) { try result.get() }
    #expect(screen.log == ["strict"])
  }
}
