// Queues.swift at all stages.

import Testing

@MainActor
@Suite("queues")
struct QueuesTests {
  @Test("In nonisolated code")
  func worker() async throws {
    let worker = QueueWorker()
    #expect(try await outcome { try await worker.scaled() }.get().width == 2)
    #expect(try await outcome { try await worker.sum([1, 2, 3]) }.get() == 6)
    #expect(try await outcome { try await worker.checked([4]) }.get() == 4)
    #expect(try await outcome { try await worker.checked([]) }.errorText == "missing")
  }

  @Test("On the main actor")
  func screen() async throws {
    let screen = QueueScreen()
    #expect(try await outcome { try await screen.show(3) }.get() == 30)
    #expect(try await outcome { try await screen.stored(1) }.get() == 2)
    #expect(try await outcome { try await screen.inline() }.get() == "1")
    #expect(try await outcome { try await screen.sums() }.get() == 4)
    #expect(screen.journal.entries == ["30", "stored 2"])
  }
}
