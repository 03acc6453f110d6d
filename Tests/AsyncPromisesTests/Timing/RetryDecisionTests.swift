// Retry.swift: a retry that is cancelled by its own `when` closure.

import AsyncPromises
import TestSupport
import Testing

@Suite("Retry cancelled by its decision", .timeLimit(.minutes(10)))
struct RetryDecisionTests {
  @Test("G3 E1: a retry that `when` cancels starts nothing more, even without a pause")
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
