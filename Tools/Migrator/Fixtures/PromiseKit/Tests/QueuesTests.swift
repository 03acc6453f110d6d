// Queues.swift at all stages.

import Testing

@MainActor
@Suite("queues")
struct QueuesTests {
  @Test("Of no actor")
  func worker() async throws {
    let worker = QueueWorker()
    #expect(try await outcome(of: worker.scaled()).get().width == 2)
    #expect(try await outcome(of: worker.sum([1, 2, 3])).get() == 6)
    #expect(try await outcome(of: worker.checked([4])).get() == 4)
    #expect(try await outcome(of: worker.checked([])).errorText == "missing")
  }

  @Test("Of the main actor")
  func screen() async throws {
    let screen = QueueScreen()
    #expect(try await outcome(of: screen.show(3)).get() == 30)
    #expect(try await outcome(of: screen.stored(1)).get() == 2)
    #expect(try await outcome(of: screen.inline()).get() == "1")
    #expect(try await outcome(of: screen.sums()).get() == 4)
    #expect(screen.journal.entries == ["30", "stored 2"])
  }
}
