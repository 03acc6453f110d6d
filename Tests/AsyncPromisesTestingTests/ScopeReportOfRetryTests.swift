// WaitGraph.swift: reports on a retry.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite("Reports on retries", .needsTracking, .timeLimit(.minutes(10)))
struct ScopeReportOfRetryTests {
  @Test("T3 H3: a retry's line says which attempt is running, or will start after the pause")
  func attempts() async throws {
    let clock = ManualClock()
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope async throws in
      let line = Lines()
      let (answer, resolver) = Promise<Int>.pending(name: "answer")
      let retry = Promise.retry(
        maxAttempts: 5, backoff: .constant(.seconds(1)), clock: clock
      ) { attempt in
        guard attempt > 1 else { throw PromiseError.invalid }
        return try await answer.value
      }
      await clock.sleepers(1)
      #expect(
        Report(try await scope.lookedAt()).lines == [
          "#1 pending “answer” at \(line[1]), … old: waits for its resolver",
          "#2 retry at \(line[2]), … old: waits for the pause before attempt 2 of 5",
        ])
      await clock.advance(by: .seconds(1))
      #expect(
        Report(try await scope.lookedAt()).lines == [
          "#1 pending “answer” at \(line[1]), … old: waits for its resolver; needed by 1 task",
          "#2 retry at \(line[2]), … old: waits for its operation, attempt 2 of 5, "
            + "which awaits #1",
        ])
      withExtendedLifetime((retry, resolver)) {}
    }
  }

  @Test("T3 H3: if attempts are unlimited, the line only has the number of the current one")
  func endless() async throws {
    try await withPromiseScope { scope async throws in
      let (begun, gate) = (Gate(), Gate())
      let line = Lines()
      let retry = Promise.retry(maxAttempts: .max) { _ in
        begun.open()
        await gate.pass()
      }
      await begun.pass()
      #expect(
        Report(try await scope.lookedAt()).lines == [
          "#1 retry at \(line[1]), … old: waits for its operation, attempt 1"
        ])
      gate.open()
      try await retry.value
    }
  }

  @Test("T3 H3: the attempt is known even if it begins before the call to retry returns")
  func early() async throws {
    for _ in 0..<200 {
      try await withPromiseScope { scope async throws in
        let (begun, gate) = (Gate(), Gate())
        let retry = Promise.retry(maxAttempts: 3) { _ in
          begun.open()
          await gate.pass()
        }
        await begun.pass()
        #expect(scope.dumpPending().hasSuffix(": waits for its operation, attempt 1 of 3"))
        gate.open()
        try await retry.value
      }
    }
  }
}
