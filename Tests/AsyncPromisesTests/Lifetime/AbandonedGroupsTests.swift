// Groups that settle over and over leave nothing behind on an input that stays pending.

import AsyncPromises
import AsyncPromisesTracking
import TestSupport
import Testing

extension LifetimeTests {
  @Suite("Abandoned groups", .timeLimit(.minutes(10)))
  struct AbandonedGroupsTests {
    @Test("E4: many races against one pending promise leave memory flat")
    func races() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (pending, resolver) = Promise<Int>.pending()
        try await Memory.expectFlat { rounds in
          for round in 0..<rounds {
            let race = Promise.race([pending, .fulfilled(round)])
            precondition(race.resultIfSettled != nil)
          }
        }
        precondition(pending.resultIfSettled == nil)
        resolver.fulfill(1)
      }
    }

    @Test("E4: many races that are decided later leave memory flat")
    func racesDecidedLater() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (pending, resolver) = Promise<Int>.pending()
        let kept = pending.map { $0 }
        try await Memory.expectFlat { rounds in
          for round in 0..<rounds {
            let (winner, end) = Promise<Int>.pending()
            let race = Promise.race([pending, winner])
            end.fulfill(round)
            precondition(race.resultIfSettled != nil)
          }
        }
        precondition(pending.resultIfSettled == nil)
        resolver.fulfill(1)
        let value = try await kept.value
        precondition(value == 1)
      }
    }

    @Test("E4: many calls of `all` with a rejected input leave memory flat")
    func all() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (pending, resolver) = Promise<Int>.pending()
        let failed = Promise<Int>.rejected(TestError.first)
        try await Memory.expectFlat { rounds in
          for _ in 0..<rounds {
            let all = Promise.all([pending, failed])
            precondition(all.resultIfSettled != nil)
          }
        }
        precondition(pending.resultIfSettled == nil)
        resolver.fulfill(1)
      }
    }

    @Test("E4: many calls of `any` with a fulfilled input leave memory flat")
    func any() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (pending, resolver) = Promise<Int>.pending()
        let done = Promise.fulfilled(1)
        try await Memory.expectFlat { rounds in
          for _ in 0..<rounds {
            let any = Promise.any([pending, done])
            precondition(any.resultIfSettled != nil)
          }
        }
        precondition(pending.resultIfSettled == nil)
        resolver.fulfill(1)
      }
    }

    @Test("E2: many cancelled groups that contain a promise with other consumers leave memory flat")
    func cancelled() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (pending, resolver) = Promise<Int>.pending()
        let kept = pending.map { $0 }
        try await Memory.expectFlat { rounds in
          for _ in 0..<rounds { Promise.allSettled([pending]).cancel() }
        }
        precondition(pending.resultIfSettled == nil)
        resolver.fulfill(1)
        let value = try await kept.value
        precondition(value == 1)
      }
    }

    @Test("F3: many loops that exit early leave memory flat")
    func loops() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (pending, resolver) = Promise<Int>.pending()
        let done = Promise.fulfilled(1)
        try await Memory.expectFlat { rounds in
          for _ in 0..<rounds {
            for await (index, _) in Promise.inCompletionOrder([pending, done]) {
              precondition(index == 1)
              break
            }
          }
        }
        precondition(pending.resultIfSettled == nil)
        resolver.fulfill(1)
      }
    }
  }
}
