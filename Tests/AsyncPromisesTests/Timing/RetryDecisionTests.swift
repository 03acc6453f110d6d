// Retry.swift: a retry that is cancelled by its own decision.

import AsyncPromises
import TestSupport
import Testing

@Suite("Retry that decides to cancel", .timeLimit(.minutes(10)))
struct RetryDecisionTests {
  @Test("G3 E1: cancelled by `when`, which has no pause in mind, nothing more starts")
  func cancelledInDecision() async throws {
    let attempts = Journal<Int>()
    let (gate, open) = Promise<Void>.pending()
    let handed = Journal<Promise<Int>>()
    let (promise, freed) = tracking { object in
      Promise.retry(
        maxAttempts: 3,
        when: { _, _ in
          for promise in handed.entries { promise.cancel() }
          return .retry
        },
        { attempt -> Int in
          object.use()
          attempts.write(attempt)
          await Task { _ = await gate.result }.value
          throw TestError.first
        })
    }
    handed.write(promise)
    open.fulfill()
    try await freed.value
    #expect(promise.isRejectedByCancellation)
    #expect(attempts.entries == [1])
  }
}
