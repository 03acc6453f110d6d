// Places of a limiter, which tasks, promises and barriers take and leave on many threads.

import AsyncPromises
import AsyncPromisesSharing
import TestSupport
import Testing

extension StressTests {
  @Suite("Places", .timeLimit(.minutes(10)))
  struct PlaceTests {
    private static let rounds = isStressRun ? 250_000 : 1_000

    @Test("N1 N2: tasks, promises and barriers come, wait, leave and run, and no place is lost")
    func places() async {
      let limiter = PromiseLimiter(limit: 2)
      let running = Locked((ordinary: 0, alone: 0))
      @Sendable func enter(alone isAlone: Bool) {
        let seen = running.withLock { running in
          if isAlone { running.alone += 1 } else { running.ordinary += 1 }
          return running
        }
        #expect(seen.alone == 0 ? seen.ordinary <= 2 : seen == (0, 1))
      }
      @Sendable func leave(alone isAlone: Bool) {
        running.withLock { running in
          if isAlone { running.alone -= 1 } else { running.ordinary -= 1 }
        }
      }
      @Sendable func work(alone isAlone: Bool) async {
        enter(alone: isAlone)
        await Task.yield()
        leave(alone: isAlone)
      }
      await withTaskGroup { group in
        for worker in 0..<4 {
          group.addTask {
            var generator = SplitMix64(runSeed &+ UInt64(worker))
            for _ in 0..<Self.rounds {
              switch generator.next() % 8 {
              case 0: try? await limiter.withAllPlaces { await work(alone: true) }
              case 1: _ = await limiter.run { await work(alone: false) }.result
              case 2: limiter.run { await work(alone: false) }.cancel()
              case 3: limiter.cancelWaiting()
              case 4:
                let task = Task { try await limiter.withPlace { await work(alone: false) } }
                await Task.yield()
                task.cancel()
                _ = await task.result
              default: try? await limiter.withPlace { await work(alone: false) }
              }
            }
          }
        }
      }
      // A cancelled operation keeps its place until it has ended.
      try? await limiter.withAllPlaces { #expect(running.withLock { $0 } == (0, 0)) }
      #expect(limiter.runningCount == 0 && limiter.waitingCount == 0, "\(again()) PlaceTests")
    }
  }
}
