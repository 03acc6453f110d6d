// Cancelling.swift at all stages.

import Testing

@MainActor
@Suite("cancellations")
struct CancellingTests {
  private func journal(
    _ run: (CancellingScreen) -> (@escaping () -> Void) -> Void, _ end: (CancellingScreen) -> Void
  ) async -> [String] {
    let screen = CancellingScreen()
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      run(screen)({ continuation.resume() })
      end(screen)
    }
    return screen.journal.entries
  }

  @Test("A cancellation is silent, but the clean-up still runs")
  func silent() async {
    func silent(_ end: (CancellingScreen) -> Void) async -> [String] {
      await journal({ screen in { screen.silent(completion: $0) } }, end)
    }
    #expect(await silent { $0.answer(1) } == ["1", "ensure"])
    #expect(await silent { $0.fail() } == ["ensure", "catch"])
    #expect(await silent { $0.cancel() } == ["ensure"])
  }

  @Test("A handler for all errors also sees a cancellation")
  func seen() async {
    func seen(_ end: (CancellingScreen) -> Void) async -> [String] {
      await journal({ screen in { screen.seen(completion: $0) } }, end)
    }
    #expect(await seen { $0.answer(1) } == ["1"])
    #expect(await seen { $0.fail() } == ["late, true"])
    #expect(await seen { $0.cancel() } == ["cancelled"])
  }

  @Test("Handlers that recover from errors or cancellations")
  func recover() async throws {
    let late = CancellingScreen()
    late.fail()
    #expect(try await outcome { try await late.other() }.get() == 7)
    #expect(try await outcome { try await late.any() }.get() == 8)
    #expect(try await outcome { try await late.sure() }.get() == 9)
    let cancelled = CancellingScreen()
    cancelled.cancel()
    let other = try await outcome { try await cancelled.other() }
    #expect(throws: (any Error).self) { try other.get() }
    #expect(try await outcome { try await cancelled.any() }.get() == 8)
    #expect(try await outcome { try await cancelled.sure() }.get() == 9)
    #expect(cancelled.journal.entries == ["cancelled"])
    #expect(late.journal.entries == ["late"])
  }

}
