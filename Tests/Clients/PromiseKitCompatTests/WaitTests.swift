// Wait.swift: blocking a thread until a promise settles.

import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

@Suite("wait", .timeLimit(.minutes(10)))
struct WaitTests {
  @Test("returns the outcome of a promise", arguments: Settlement.allCases, SettleTime.allCases)
  func promise(settlement: Settlement, time: SettleTime) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    if case .already = time { settlement.settle(resolver) }
    async let outcome = onFreshThread { () -> Outcome in
      if case .atOnce = time { settlement.settle(resolver) }
      do { return .fulfilled(try promise.wait()) } catch { return Outcome(error) }
    }
    if case .elsewhere = time { settlement.settle(resolver) }
    #expect(try await outcome == settlement.outcome)
  }

  @Test("a wait in an inline handler runs handlers that are due in the same call")
  func inHandler() async throws {
    let value = try await onFreshThread {
      try Promise.value(1).map(on: nil) { one in
        try Promise.value(one).map(on: nil) { $0 + 1 }.map(on: nil) { $0 + 1 }.wait()
      }.wait()
    }
    #expect(value == 3)
  }

  @Test("returns the value of a guarantee")
  func guarantee() async throws {
    let (guarantee, resolve) = Guarantee<Int>.pending()
    async let value = onFreshThread { guarantee.wait() }
    resolve(1)
    #expect(try await value == 1)
    #expect(try await onFreshThread { Guarantee.value(2).wait() } == 2)
  }
}
