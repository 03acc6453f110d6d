// How long the longest call takes while three threads call one object, and how much memory is left
// behind, beside what people write with a lock.
//
// The time is the calling thread's own, which neither other threads nor other programs lengthen, so
// it says how much a call does. A call may also have to wait for a lock, but not for longer than
// the steps of the others' calls take. The longest call of most rounds is one that an interrupt of
// the system has met: the columns p50 and p99 say what other calls take.

import AsyncPromises
import AsyncPromisesSharing
import CAllocations
import Foundation
import Synchronization

enum LongestCalls {
  private static let threads = 3
  /// The calls of each thread in a round.
  private static let calls = 3_000
  /// How many operations a thread starts before it waits for their end.
  private static let wave = 50

  /// A call. It may start an operation, which then arrives.
  private typealias Call =
    @Sendable (_ number: Int, _ arrive: @escaping @Sendable () -> Void) ->
    Void

  /// What makes an object, and returns a call of it.
  private typealias Make = @Sendable () -> Call

  static let workloads = [
    workload(
      "longest-hit", "a value that a cache has",
      ours: {
        let cache = PromiseCache<Int, Int>()
        for key in 0..<16 { _ = try? cache.value(for: key) { key }.wait(timeout: .seconds(10)) }
        return { number, arrive in
          _ = cache.value(for: number % 16) { 1 }
          arrive()
        }
      }),
    workload(
      "longest-miss", "a value that a cache makes",
      ours: {
        let cache = PromiseCache<Int, Int>(maxCount: 100)
        return { number, arrive in
          _ = cache.value(for: number) {
            arrive()
            return number
          }
        }
      }, tasks(keeping: 100)),
    workload(
      "longest-flight", "an operation of a flight",
      ours: {
        let flights = SingleFlight<Int, Int>()
        return { number, arrive in
          _ = flights.run(for: number) {
            arrive()
            return number
          }
        }
      }, tasks(keeping: 0)),
    workload(
      "longest-limiter", "an operation of a limiter",
      ours: {
        let limiter = PromiseLimiter(limit: 4)
        return { _, arrive in _ = limiter.run { arrive() } }
      }, tasks(keeping: 0)),
    onGate("longest-timer", "a time limit that is stopped") {
      $0.timeout(after: .seconds(3_600)).cancel()
    },
    onGate("longest-handler", "a handler that is cancelled") { $0.map { $0 }.cancel() },
    onGate("longest-group", "a race that is cancelled") { Promise.race([$0, $0]).cancel() },
  ]

  /// A workload of calls to a promise that stays pending.
  private static func onGate(
    _ id: String, _ what: String, _ call: @escaping @Sendable (Promise<Int>) -> Void
  ) -> Workload {
    workload(
      id, what,
      ours: {
        let (gate, resolver) = Promise<Int>.pending()
        return { _, arrive in
          call(gate)
          arrive()
          withExtendedLifetime(resolver) {}
        }
      })
  }

  private static func workload(
    _ id: String, _ what: String, ours: @escaping Make, _ others: Competitor...
  ) -> Workload {
    let dictionary = longest("a locked dictionary") {
      let table = Mutex<[Int: Int]>([:])
      return { number, arrive in
        keep(table.withLock { $0[number % 16] } ?? 0)
        table.withLock { $0[number % 16] = number }
        arrive()
      }
    }
    return Workload(
      id: id, what: "the longest call of three threads: \(what)",
      competitors: [longest(Competitor.ours, ours), dictionary] + others)
  }

  private static func tasks(keeping maxCount: Int) -> Competitor {
    longest("a locked dictionary of tasks") {
      let table = TaskTable(maxCount: maxCount)
      return { number, arrive in
        _ = table.task(for: number) {
          arrive()
          return number
        }
      }
    }
  }

  private static func longest(_ name: String, _ make: @escaping Make) -> Competitor {
    Competitor(name: name, operations: 1, isSingle: true) { _ in
      let times = Mutex(Array(repeating: Duration.zero, count: threads * calls))
      let before = allocations_heap_bytes()
      let call = make()
      var reading = Stopwatch.reading {
        Crew.shared.run(on: threads) { thread in
          let own = time(call, by: thread)
          times.withLock { $0.replaceSubrange(thread * calls..<(thread + 1) * calls, with: own) }
        }
      }
      reading.latencies = times.withLock { $0 }
      reading.time = reading.latencies.max() ?? .zero
      reading.growth = Int(allocations_heap_bytes() - before)
      return reading
    }
  }

  private static func time(_ call: Call, by thread: Int) -> [Duration] {
    var times: [Duration] = []
    times.reserveCapacity(calls)
    for first in stride(from: 0, to: calls, by: wave) {
      let countdown = Countdown(from: wave)
      for number in first..<first + wave {
        let start = threadTime()
        call(number * threads + thread) { countdown.arrive() }
        times.append(threadTime() - start)
      }
      countdown.wait()
    }
    return times
  }

  /// The time for which the current thread has run.
  private static func threadTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// What people write instead of a cache or a flight.
private final class TaskTable: Sendable {
  private struct State {
    var tasks: [Int: Task<Int, Never>] = [:]
    /// The keys of tasks that have ended, in a ring.
    var ended: [Int] = []
    var oldest = 0
  }

  private let maxCount: Int
  private let state = Mutex(State())

  init(maxCount: Int) { self.maxCount = maxCount }

  func task(for key: Int, _ body: @escaping @Sendable () async -> Int) -> Task<Int, Never> {
    state.withLock { state in
      if let task = state.tasks[key] { return task }
      let task = Task {
        let value = await body()
        ended(key)
        return value
      }
      state.tasks[key] = task
      return task
    }
  }

  private func ended(_ key: Int) {
    state.withLock { state in
      if state.ended.count < maxCount { return state.ended.append(key) }
      if maxCount == 0 { return state.tasks[key] = nil }
      state.tasks[state.ended[state.oldest]] = nil
      state.ended[state.oldest] = key
      state.oldest = (state.oldest + 1) % maxCount
    }
  }
}
