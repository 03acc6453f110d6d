// Delegates.swift at all stages.

import Testing

@MainActor
@Suite("delegates")
struct DelegatesTests {
  @Test("A delegate lives until it was called")
  func delegate() async throws {
    let finder = Finder()
    let call = FinderCall.find(with: finder)
    #expect(finder.delegate != nil)
    finder.find("Baghdad")
    #expect(try await outcome(of: call).get() == "Baghdad")
    let failing = FinderCall.find(with: finder)
    finder.fail()
    #expect(try await outcome(of: failing).errorText == "missing")
    #expect(finder.delegate == nil)
  }

  @Test("Resolvers that are kept")
  func kept() async throws {
    let queue = FinderQueue()
    let one = queue.number(for: "a")
    let same = queue.number(for: "a")
    let other = queue.number(for: "b")
    queue.answer("a", 1)
    queue.end()
    #expect(try await outcome(of: one).get() == 1)
    #expect(try await outcome(of: same).get() == 1)
    #expect(try await outcome(of: other).errorText == "late")
  }
}
