// Requests.swift at all stages.

import Testing

@MainActor
@Suite("Promises with fulfill and reject functions")
struct RequestsTests {
  private let api = RequestAPI()

  @Test("A callback fulfills or rejects the promise")
  func callback() async throws {
    #expect(try await outcome { try await api.text("a") }.get() == "text of a")
    let missing = try await outcome { try await api.text("") }
    #expect(throws: RequestError(code: 404)) { try missing.get() }
  }

  @Test("The functions are passed on")
  func references() async throws {
    #expect(try await outcome { try await api.length("abc") }.get() == 3)
    let none = try await outcome { try await api.length("") }
    #expect(throws: RequestError(code: 1)) { try none.get() }
  }

  @Test("An error that the body throws rejects the promise")
  func throwing() async throws {
    #expect(try await outcome { try await api.strict("ab") }.get() == 2)
    let strict = try await outcome { try await api.strict("strict") }
    #expect(throws: RequestError(code: 7)) { try strict.get() }
  }

  @Test("The body runs later, on the main queue; the first call counts")
  func later() async throws {
    let screen = RequestScreen()
    #expect(try await outcome { try await screen.later() }.get() == "done")
    #expect(screen.log == ["made", "body", "done"])
    let short = try await outcome { try await screen.short() }
    #expect(throws: RequestError(code: 3)) { try short.get() }
  }
}
