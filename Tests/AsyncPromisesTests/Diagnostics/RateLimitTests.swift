// RateLimit, in DebugLog.swift: limits the lines per second.

import Testing

@testable import AsyncPromises

@Suite("RateLimit", .timeLimit(.minutes(10)))
struct RateLimitTests {
  /// The results of `count` calls in a row, all with the given time.
  private func admissions(
    _ limit: borrowing RateLimit, _ count: Int, at time: Duration
  ) -> [RateLimit.Admission] {
    (0..<count).map { _ in limit.admit(at: time) }
  }

  @Test("H2: admits a limited number of lines per second, and marks the last one")
  func oneSecond() {
    let limit = RateLimit(perSecond: 3)
    #expect(admissions(limit, 5, at: .seconds(7)) == [.yes, .yes, .last, .no, .no])
  }

  @Test(
    "H2: the count starts again with each new second", arguments: [Int64(1), 2, 1_000, 1 << 40])
  func nextSecond(later: Int64) {
    let limit = RateLimit(perSecond: 2)
    #expect(admissions(limit, 3, at: .zero) == [.yes, .last, .no])
    #expect(admissions(limit, 3, at: .seconds(later)) == [.yes, .last, .no])
  }

  @Test("H2: seconds are aligned to the clock, and are not a sliding window")
  func sameSecond() {
    let limit = RateLimit(perSecond: 2)
    #expect(admissions(limit, 1, at: .milliseconds(100)) == [.yes])
    #expect(admissions(limit, 1, at: .milliseconds(999)) == [.last])
    #expect(admissions(limit, 1, at: .milliseconds(999)) == [.no])
    #expect(admissions(limit, 1, at: .milliseconds(1_000)) == [.yes])
  }

  @Test("H2: with a limit of one, the first line of each second is marked as the last one")
  func one() {
    let limit = RateLimit(perSecond: 1)
    for second in 0..<5 {
      #expect(admissions(limit, 2, at: .seconds(second)) == [.last, .no])
    }
  }

  @Test("H2: a flood of lines doesn't exceed the limit")
  func flood() {
    let limit = RateLimit(perSecond: 10)
    let admitted = admissions(limit, 200_000, at: .zero).filter { $0 != .no }
    #expect(admitted.count == 10)
    #expect(admissions(limit, 1, at: .seconds(1)) == [.yes])
  }

  @Test("H2: threads share one limit, and only one of them gets the last line")
  func threads() async throws {
    final class Shared: Sendable {
      let limit = RateLimit(perSecond: 100)
    }
    let shared = Shared()
    let threads = (0..<4).map { _ in
      onThread { (0..<1_000).map { _ in shared.limit.admit(at: .seconds(1)) } }
    }
    var all: [RateLimit.Admission] = []
    for thread in threads { all += try await thread.value }
    #expect(all.count { $0 == .yes } == 99)
    #expect(all.count { $0 == .last } == 1)
  }
}
