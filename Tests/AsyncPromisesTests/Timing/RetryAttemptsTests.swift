// Retry.swift: outcomes that include the number of attempts.

import AsyncPromises
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
}
