// A limiter's call in a task that was cancelled beforehand, in all schedules.

#if DEBUG
  import AsyncPromisesSharing
  import Testing
  @testable import AsyncPromises

  @Suite("Races of others' calls", .timeLimit(.minutes(10)))
  struct OthersCallsRaceTests {
    @Test("C2: a task that was cancelled beforehand runs no operation of a limiter")
    func cancelledBeforehand() async {
      let race = Race("", [""]) { scenario in
        let limiter = PromiseLimiter(limit: 1)
        scenario.task {
          withUnsafeCurrentTask { $0?.cancel() }
          try? await limiter.run { scenario.note("ran") }.get()
        }
      }
      let exploration = await race.explored(.preemptions(1), stopsAtFirst: true)
      #expect(exploration.outcomes.isSubset(of: race.outcomes))
    }
  }
#endif
