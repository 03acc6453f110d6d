// Cancelling.swift at all stages.

import Testing

@MainActor
@Suite("cancelling", .timeLimit(.minutes(1)))
struct CancellingTests {
  private let program = Cancelling()

  @Test("A cancelled task stops its work, and skips its handlers for errors")
  func whole() async throws {
    let work = start { try await program.handled() }
    #expect(program.journal.lines == ["begins"])
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
    try await program.stopped.promise.value
    try await program.over.promise.value
    #expect(program.journal.lines == ["begins", "over"])
  }

  @Test("A handler recovers from a cancellation inside the work, as from any other error")
  func inside() async throws {
    #expect(try await outcome { try await program.given() }.get() == 1)
    #expect(program.journal.lines == ["true"])
  }
}
