// W15: a link checker with a flight, retries, a limiter, time limits and a wrapped callback, and
// one that is written by hand.

import AsyncPromises
import AsyncPromisesSharing
import CAllocations
import Dispatch
import Foundation
import Synchronization

enum LinkChecker {
  static let count = 20_000
  /// Each page is requested by two checks in a row.
  private static let pages = 10_000
  private static let limit = 64

  static let workloads = [
    Workload(
      id: "W15", what: "a link checker, 20,000 checks; per check",
      competitors: [
        competitor(Competitor.ours) { await Promises().check() },
        competitor("by hand") { await ByHand().check() },
      ])
  ]

  private static func competitor(
    _ name: String, _ check: @escaping @Sendable () async -> Int
  ) -> Competitor {
    .measuringItself(name, operations: count) { rounds in
      // In a round of its own, because each sample walks the heap with its lock held.
      let peak = PeakMemory()
      keep(await check())
      let growth = peak.end()
      var reading = await Stopwatch.reading {
        for _ in 0..<rounds { keep(await check()) }
      }
      reading.growth = growth
      return reading
    }
  }

  /// Answers on another thread. One page in eight is busy on the first attempt.
  private static func load(
    _ page: Int, attempt: Int, _ completion: @escaping @Sendable (Int?, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async {
      if attempt == 1, page % 8 == 0 { completion(nil, Busy()) } else { completion(page, nil) }
    }
  }

  private struct Busy: Error {}
  private struct TimedOut: Error {}

  private struct Promises {
    let flights = SingleFlight<Int, Int>()
    let limiter = PromiseLimiter(limit: limit)

    func check() async -> Int {
      let checks = (0..<count).map { number in check(page: number / 2) }
      return await Promise.allSettled(checks).result.map { outcomes in
        outcomes.count { (try? $0.get()) == true }
      }.get(or: 0)
    }

    private func check(page: Int) -> Promise<Bool> {
      flights.run(for: page) {
        Promise.retry(maxAttempts: 3) { attempt in
          limiter.run {
            Promise<Int>.wrap { LinkChecker.load(page, attempt: attempt, $0) }
              .timeout(after: .seconds(30))
          }
        }
      }
      .map { $0 + 1 }
      .validate { $0 > 0 }
      .map { $0 - 1 }
      .map { $0 == page }
      .recover { _ in false }
    }
  }

  private struct ByHand {
    private let flights = Flights()
    private let slots = Slots(limit)

    func check() async -> Int {
      await withTaskGroup(of: Bool.self) { group in
        for number in 0..<count { group.addTask { await check(page: number / 2) } }
        return await group.reduce(0) { $1 ? $0 + 1 : $0 }
      }
    }

    private func check(page: Int) async -> Bool {
      do {
        let value = try await flights.value(for: page) { try await load(page) }
        let next = value + 1
        guard next > 0 else { throw Busy() }
        return next - 1 == page
      } catch {
        return false
      }
    }

    private func load(_ page: Int) async throws -> Int {
      for attempt in 1... {
        do {
          return try await slots.run { try await loadInTime(page, attempt) }
        } catch  where attempt < 3 && !(error is CancellationError) {}
      }
      throw Busy()
    }

    private func loadInTime(_ page: Int, _ attempt: Int) async throws -> Int {
      try await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask {
          try await withCheckedThrowingContinuation { continuation in
            LinkChecker.load(page, attempt: attempt) { value, error in
              continuation.resume(with: value.map { .success($0) } ?? .failure(error ?? Busy()))
            }
          }
        }
        group.addTask {
          try await Task.sleep(for: .seconds(30))
          throw TimedOut()
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw Busy() }
        return value
      }
    }

    private actor Flights {
      private var tasks: [Int: Task<Int, any Error>] = [:]

      func value(
        for key: Int, _ operation: @escaping @Sendable () async throws -> Int
      ) async throws -> Int {
        if let task = tasks[key] { return try await task.value }
        let task = Task { try await operation() }
        tasks[key] = task
        defer { tasks[key] = nil }
        return try await task.value
      }
    }

    private actor Slots {
      private var free: Int
      private var waiting: [CheckedContinuation<Void, Never>] = []
      private var first = 0

      init(_ count: Int) { free = count }

      func run<T: Sendable>(_ operation: @Sendable () async throws -> T) async rethrows -> T {
        if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
        defer { leave() }
        return try await operation()
      }

      private func leave() {
        guard first < waiting.count else { return free += 1 }
        first += 1
        waiting[first - 1].resume()
      }
    }
  }
}

extension Result {
  fileprivate func get(or fallback: Success) -> Success { (try? get()) ?? fallback }
}

/// Samples how much memory is in use, every twenty milliseconds.
private final class PeakMemory: Sendable {
  private let start = Int(allocations_heap_bytes())
  private let peak = Atomic(0)
  private let isOver = Atomic(false)

  init() {
    Thread { [self] in
      while !isOver.load(ordering: .relaxed) {
        let size = Int(allocations_heap_bytes()) - start
        if size > peak.load(ordering: .relaxed) { peak.store(size, ordering: .relaxed) }
        usleep(20_000)
      }
    }.start()
  }

  /// Ends the sampling.
  ///
  /// - Returns: the largest increase in memory use since the start.
  func end() -> Int {
    isOver.store(true, ordering: .relaxed)
    return peak.load(ordering: .relaxed)
  }
}
