// Deeply nested groups, and groups with many inputs. Each runs in a separate process, because
// a failure would overflow the stack.

import AsyncPromises
import AsyncPromisesTracking
import Testing

extension LifetimeTests {
  @Suite("Depth of groups", .serialized, .timeLimit(.minutes(10)))
  struct GroupDepthTests {
    @Test("A7 F: 10,000 nested groups of each kind settle", arguments: GroupKind.allCases)
    func settle(kind: GroupKind) async {
      await #expect(processExitsWith: .success) { [name = "\(kind)"] in
        Tracking.stop()
        let kind = try #require(GroupKind.allCases.first { "\($0)" == name })
        let (first, resolver) = Promise<Int>.pending()
        var last = first
        for _ in 0..<10_000 { last = kind.first(of: [last, last]) }
        resolver.fulfill(7)
        let value = try await last.value
        precondition(value == 7)
      }
    }

    @Test("A7 F: 10,000 nested groups settle before the call that settles the first input returns")
    func settleAtOnce() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        for isRace in [true, false] {
          let (first, resolver) = Promise<Int>.pending()
          var last = first
          for _ in 0..<10_000 { last = isRace ? Promise.race([last]) : Promise.any([last]) }
          resolver.fulfill(7)
          precondition(last.outcome == .fulfilled(7))
        }
      }
    }

    @Test(
      "A7 E2: cancelling the last stops all 10,000 nested groups", arguments: GroupKind.allCases
    )
    func cancel(kind: GroupKind) async {
      await #expect(processExitsWith: .success) { [name = "\(kind)"] in
        Tracking.stop()
        let kind = try #require(GroupKind.allCases.first { "\($0)" == name })
        let (first, resolver) = pendingWork()
        var last = first
        for _ in 0..<10_000 { last = kind.first(of: [last]) }
        last.cancel()
        precondition(first.isAbandoned)
        resolver.fulfill(7)
      }
    }

    @Test("A7 E4: a race can cancel 10,000 nested races as losers")
    func losers() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (first, resolver) = Promise<Int>.pending()
        let (other, end) = Promise<Int>.pending()
        var last = first
        for _ in 0..<10_000 { last = Promise.race([last], remaining: .cancel) }
        let race = Promise.race([last, other], remaining: .cancel)
        end.fulfill(1)
        precondition(race.outcome == .fulfilled(1))
        precondition(first.isRejectedByCancellation)
        resolver.fulfill(7)
      }
    }

    @Test("A4 A7: 10,000 nested races are broken and freed when the innermost resolver is released")
    func dropped() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        func dropped() -> Promise<Int> {
          var last = Promise<Int>.pending().promise
          for _ in 0..<10_000 { last = Promise.race([last]) }
          return last
        }
        let outcome = await dropped().settledOutcome
        precondition(outcome == .broken)
      }
    }

    @Test("F: `all` accepts many inputs, settled from the last to the first")
    func manyInputs() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (promises, resolvers) = pendingPromises(many)
        let all = Promise.all(promises)
        for index in resolvers.indices.reversed() { resolvers[index].fulfill(index) }
        let values = try await all.value
        precondition(values.count == many)
        precondition(values.indices.allSatisfy { values[$0] == $0 })
      }
    }

    @Test("E4: a race of many inputs cancels all losers")
    func manyLosers() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (promises, resolvers) = pendingPromises(many)
        defer { withExtendedLifetime(resolvers) {} }
        let race = Promise.race(promises, remaining: .cancel)
        resolvers[many / 2].fulfill(7)
        precondition(race.outcome == .fulfilled(7))
        precondition(promises[0].isRejectedByCancellation)
        precondition(promises[many - 1].isRejectedByCancellation)
      }
    }
  }
}
