// Programs that use PMKFoundationCompat, explored in many orders of their jobs.

import AsyncExplorer
import AsyncPromisesSwiftTesting
import Foundation
import PMKFoundationCompat
import PromiseKitCompat
import TestSupport
import Testing

@Suite("explored: PMKFoundationCompat", .timeLimit(.minutes(5)))
struct FoundationExplorations {
  @Test("X1: only the first of several posted notifications counts")
  func notifications() async throws {
    try await exploreFacade {
      let center = Center()
      let name = Notification.Name("test")
      let next = center.center.observe(once: name)
      let journal = Journal<Int>()
      async let first: Void = post(1)
      async let second: Void = post(2)
      let seen = await next.map { notification -> Int in
        #expect(MarkedQueue.main.isCurrent)
        return notification.userInfo?["number"] as? Int ?? 0
      }.async()
      _ = await (first, second)
      #expect(seen == journal.entries.first)

      @Sendable func post(_ number: Int) async {
        await _Concurrency.Task.yield()
        journal.write(number)
        center.center.post(name: name, object: nil, userInfo: ["number": number])
      }
    }
  }
}

/// A notification center may be used from any thread.
private struct Center: @unchecked Sendable {
  let center = NotificationCenter()
}
