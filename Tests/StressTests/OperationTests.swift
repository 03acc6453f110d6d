// Operations that begin and end while other threads look at them. What they read and write must be
// ordered, which the thread sanitizer checks.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTracking
import TestSupport
import Testing

extension StressTests {
  @Suite("Operations", .timeLimit(.minutes(10)))
  struct OperationTests {
    private static let rounds = isStressRun ? 5_000 : 300

    @Test("H3: reports name the actors of operations that begin meanwhile")
    func reported() async throws {
      let (limiter, flight) = (PromiseLimiter(limit: 1), SingleFlight<Int, Int>())
      let reporter = Task.detached {
        var reports = 0
        while !Task.isCancelled {
          _ = Promise.dumpPending()
          reports += 1
        }
        return reports
      }
      for round in 0..<Self.rounds {
        let operations = [
          limiter.run { @MainActor in round }, flight.run(for: round) { @MainActor in round },
          Promise.retry(maxAttempts: 1) { @MainActor _ in round },
        ]
        #expect(try await Promise.all(operations).get() == [round, round, round])
      }
      reporter.cancel()
      #expect(await reporter.value > 0)
    }

    @Test("F4: callers come to a cache's operation while it fails: each gets that error or a value")
    func failing() async {
      for _ in 0..<Self.rounds {
        let cache = PromiseCache<Int, Int>()
        let calls = (0..<3).map { call in
          Task.detached {
            (0..<10).map { _ in
              cache.value(for: 0) { if call == 0 { throw PromiseError.missingValue } else { call } }
            }
          }
        }
        for call in calls {
          for promise in await call.value {
            switch await promise.result {
            case .success(let value): #expect(value != 0)
            case .failure(let error): #expect("\(error)" == "\(PromiseError.missingValue)")
            }
          }
        }
      }
    }
  }
}
