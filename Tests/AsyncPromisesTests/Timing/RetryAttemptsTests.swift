// Retry.swift: outcomes that include the number of attempts.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("Attempts of a retry", .timeLimit(.minutes(10)))
struct RetryAttemptsTests {
  /// The error of the last attempt, with its number.
  private struct Failed: Error {
    let error: any Error
    var reason: TestError? { error as? TestError }
    let attempts: Int
  }

  /// A retry whose outcome includes the number of its attempts.
  private func retry(
    succeedingIn success: Int, of maxAttempts: Int
  ) -> Promise<(value: String, attempts: Int)> {
    Promise.retry(
      maxAttempts: maxAttempts,
      when: { error, _ in (error as? Failed)?.reason == .third ? .stop : .retry },
      { attempt in
        do {
          if attempt == 4 { throw TestError.third }
          if attempt < success { throw TestError.first }
          return ("value", attempt)
        } catch {
          throw Failed(error: error, attempts: attempt)
        }
      })
  }

  @Test("G3: the value includes the number of its attempt", arguments: [1, 2, 3])
  func value(attempts: Int) async throws {
    let result = try await retry(succeedingIn: attempts, of: 3).get()
    #expect(result == ("value", attempts))
  }

  @Test("G3: the last error includes the number of attempts", arguments: [1, 2, 3])
  func failure(attempts: Int) async {
    let failed = await #expect(throws: Failed.self) {
      try await retry(succeedingIn: .max, of: attempts).get()
    }
    #expect(failed?.attempts == attempts)
    #expect(failed?.reason == .first)
  }

  @Test("G3: the last error includes the number of attempts if `when` stops the retry, too")
  func stopped() async {
    let failed = await #expect(throws: Failed.self) {
      try await retry(succeedingIn: .max, of: 10).get()
    }
    #expect(failed?.attempts == 4)
    #expect(failed?.reason == .third)
  }

  private struct Refused: Error, Equatable { let attempt: Int }

  @Test(
    "N5 G2: a total time limit's error has the errors of the attempts until then, 16 at most",
    arguments: [0, 1, 2, 15, 16, 17, 40])
  func totalLimit(failures: Int) async throws {
    let clock = ManualClock()
    let limited = Promise.retry(
      maxAttempts: .max, backoff: .constant(.seconds(1)), clock: clock
    ) { attempt -> Int in
      if attempt > failures { try await Task.sleep(for: .seconds(60), clock: clock) }
      throw Refused(attempt: attempt)
    }.timeout(after: .seconds(50), clock: clock)
    for _ in 0..<50 {
      await clock.sleepers(2)
      await clock.advance(by: .seconds(1))
    }
    let error = await #expect(throws: PromiseError.self) { try await limited.get() }
    guard case .timedOut(_, _, let errors)? = error else { return #expect(error == nil) }
    #expect(errors.map { $0 as? Refused } == (1...17).prefix(min(failures, 16)).map(Refused.init))
  }

  @Test("N5 G2: the description of a total time limit's error lists the attempts' errors")
  func description() async throws {
    let clock = ManualClock()
    let limited = Promise.retry(
      maxAttempts: 3, backoff: .constant(.seconds(9)), clock: clock,
      fileID: "Shop/Cart.swift", line: 12
    ) { _ -> Int in throw TestError.first }
    .timeout(after: .seconds(10), clock: clock)
    await clock.sleepers(2)
    await clock.advance(by: .seconds(9))
    await clock.sleepers(2)
    await clock.advance(by: .seconds(1))
    let error = await #expect(throws: PromiseError.self) { try await limited.get() }
    #expect(error?.description.hasSuffix("Its attempts failed: “first”, “first”.") == true)
  }
}
