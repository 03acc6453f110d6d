// Cancels.swift at all stages.

import AsyncPromises
import Testing

@MainActor
@Suite("Cancels")
struct CancelsTests {
  private let client = CancelClient()

  @Test("The functions call back")
  func callbacks() async throws {
    let answer = Promise.wrap { client.load("a", completion: $0) }
    client.requests[0].answer("A")
    #expect(try await outcome { try await answer }.get() == "A")
    #expect(client.count { _ in } == 1)
  }

  #if PROMISES
    @Test("A cancellation reaches the request")
    func cancellation() async throws {
      let (first, second) = (client.load("a"), client.load("b"))
      first.cancel()
      client.requests[1].answer("B")
      #expect(try await outcome { try await second }.get() == "B")
      let left = try await outcome { try await first }
      #expect(throws: CancellationError.self) { try left.get() }
      try await Promise.delay(for: .zero).value
      #expect(try await outcome { try await client.loadCached("c") }.get() == "c")
      #expect(try await outcome { try await client.loadCached("") }.get() == "")
    }
  #endif
}
