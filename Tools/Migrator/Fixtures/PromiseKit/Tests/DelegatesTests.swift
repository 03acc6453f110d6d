// Delegates.swift at all stages.

import Testing

@MainActor
@Suite("delegates")
struct DelegatesTests {
  @Test("A delegate lives until it has been called")
  func delegate() async throws {
    let finder = Finder()
    let call = start { try await FinderCall.find(with: finder) }
    #expect(finder.delegate != nil)
    finder.find("Baghdad")
    #expect(try await outcome { try await call }.get() == "Baghdad")
    let failing = start { try await FinderCall.find(with: finder) }
    finder.fail()
    #expect(try await outcome { try await failing }.errorText == "missing")
    #expect(finder.delegate == nil)
  }

  @Test("Stored resolvers")
  func kept() async throws {
    let queue = FinderQueue()
    let one = start { try await queue.number(for: "a") }
    let same = start { try await queue.number(for: "a") }
    let other = start { try await queue.number(for: "b") }
    queue.answer("a", 1)
    queue.end()
    #expect(try await outcome { try await one }.get() == 1)
    #expect(try await outcome { try await same }.get() == 1)
    #expect(try await outcome { try await other }.errorText == "late")
  }
}
