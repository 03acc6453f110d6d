// RacingReload.swift at all stages, in many orders.

import AsyncExplorer
import AsyncPromisesSwiftTesting
import Testing

@MainActor
@Suite("A reload that overtakes another")
struct RacingReloadTests {
  @Test("X1: in every order, the latest result is shown, and the spinner stops")
  func latest() async throws {
    try await explore(schedules: 300) { @MainActor in
      let feed = RacingFeed()
      let reloads = ["cat", "dog", "emu"].map { query in
        Task { @MainActor in _ = try await outcome { try await feed.reload(query) }.get() }
      }
      for reload in reloads { try await reload.value }
      #expect(feed.shown == ["\(feed.latest) 1", "\(feed.latest) 2"])
      #expect(feed.spinners == 0)
    }
  }

  @Test("X1: if the latest reload fails, the screen stays as it is; other failures do no harm")
  func failure() async throws {
    try await explore(schedules: 300) { @MainActor in
      let feed = RacingFeed()
      let good = Task { @MainActor in try await outcome { try await feed.reload("cat") } }
      let bad = Task { @MainActor in try await outcome { try await feed.reload("") } }
      _ = try await good.value
      let result = try await bad.value
      #expect(throws: RacingError.nothingToFind) { try result.get() }
      #expect(feed.shown == (feed.latest == "cat" ? ["cat 1", "cat 2"] : []))
      #expect(feed.spinners == 0)
    }
  }
}
