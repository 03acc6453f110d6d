// How long the longest single call takes while three threads call one object without pause, and
// how much memory is left behind: beside a dictionary with a lock.

import AsyncPromises
import AsyncPromisesSharing
import CAllocations
import Synchronization

enum LongestCalls {
  private static let threads = 3
  /// Long enough for the system to take the processor away from each thread.
  private static let round = Duration.milliseconds(300)

  static let workloads = [
    Workload(
      id: "longest-call",
      what: "a call of an object that three threads use; the times are those of a round's longest",
      competitors: [
        longest("cache hit") {
          let cache = PromiseCache<Int, Int>()
          _ = try? cache.value(for: 0) { 0 }.wait(timeout: .seconds(10))
          return { _ in _ = cache.value(for: 0) { 1 } }
        },
        longest("a locked dictionary") {
          let table = LockedTable()
          return { number in keep(table.value(for: number % 16) ?? 0) }
        },
        longest("cache miss") {
          let cache = PromiseCache<Int, Int>(maxCount: 100)
          return { number in _ = cache.value(for: number) { number } }
        },
        longest("flight") {
          let flights = SingleFlight<Int, Int>()
          return { number in _ = flights.run(for: number % 16) { number } }
        },
        longest("limiter") {
          let limiter = PromiseLimiter(limit: 4)
          return { number in _ = limiter.run { number } }
        },
        longest("timer") {
          let (gate, resolver) = Promise<Int>.pending()
          return { _ in
            gate.timeout(after: .seconds(3_600)).cancel()
            withExtendedLifetime(resolver) {}
          }
        },
        longest("gate") {
          let (gate, resolver) = Promise<Int>.pending()
          return { _ in
            gate.map { $0 }.cancel()
            withExtendedLifetime(resolver) {}
          }
        },
        longest("group") {
          let (gate, resolver) = Promise<Int>.pending()
          return { _ in
            Promise.race([gate, gate]).cancel()
            withExtendedLifetime(resolver) {}
          }
        },
      ])
  ]

  /// - Parameter make: makes an object, and returns a call of it.
  private static func longest(
    _ name: String, _ make: @escaping @Sendable () -> (@Sendable (_ number: Int) -> Void)
  ) -> Competitor {
    Competitor(name: name, operations: 1) { rounds in
      var sum = Competitor.Reading()
      let call = make()
      let before = allocations_heap_bytes()
      for _ in 0..<rounds {
        let longest = Mutex(Duration.zero)
        let reading = Stopwatch.reading {
          Crew.shared.run(on: threads) { thread in
            let end = ContinuousClock.now + round
            var (most, number) = (Duration.zero, thread)
            while case let start = ContinuousClock.now, start < end {
              call(number)
              most = max(most, ContinuousClock.now - start)
              number += threads
            }
            longest.withLock { $0 = max($0, most) }
          }
        }
        sum.time += reading.time
        sum.allocations += reading.allocations
        sum.latencies.append(longest.withLock { $0 })
      }
      sum.growth = Int(allocations_heap_bytes() - before)
      return sum
    }
  }
}

/// What people write instead of a cache.
private final class LockedTable: Sendable {
  private let values = Mutex(Dictionary(uniqueKeysWithValues: (0..<16).map { ($0, $0) }))

  func value(for key: Int) -> Int? { values.withLock { $0[key] } }
}
