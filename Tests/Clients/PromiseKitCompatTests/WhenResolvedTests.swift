// When.swift: waiting until several promises are settled.

import PromiseKitCompat
import Testing

@Suite("when(resolved:)", .timeLimit(.minutes(10)))
struct WhenResolvedTests {
  @Test("results in the order of the inputs", arguments: SettleTime.allCases, [true, false])
  func results(time: SettleTime, isArray: Bool) async throws {
    let (promises, resolvers) = pendingPromises(3)
    let all = try await time.observe {
      isArray ? when(resolved: promises) : when(resolved: promises[0], promises[1], promises[2])
    } settle: {
      for (settlement, resolver) in zip(Settlement.allCases, resolvers).reversed() {
        settlement.settle(resolver)
      }
    }
    #expect(await all.async().map { Outcome($0) } == Settlement.allCases.map(\.outcome))
  }

  @Test("the group stays pending until the last input is settled")
  func last() async {
    let (promises, resolvers) = pendingPromises(3)
    let all = when(resolved: promises)
    for (settlement, resolver) in zip(Settlement.allCases, resolvers) {
      #expect(all.isPending)
      settlement.settle(resolver)
    }
    #expect(await all.async().map(\.isFulfilled) == [true, false, false])
  }

  @Test("without inputs")
  func empty() async {
    #expect(await when(resolved: [Promise<Int>]()).async().isEmpty)
  }
}
