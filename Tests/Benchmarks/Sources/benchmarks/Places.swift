// W21, W21t, W21r, W22: places of a limiter, and attempts, in the caller's own task.

import AsyncPromises
import AsyncPromisesSharing
import Synchronization

enum Places {
  static let workloads = [
    Workload(
      id: "W21", what: "take a free place, and give it back",
      competitors: [
        .inTask(Competitor.ours) { rounds in
          let limiter = PromiseLimiter(limit: 1)
          for round in 0..<rounds { try? await limiter.withPlace { keep(round) } }
        },
        .inTask(Semaphore.name) { rounds in
          let semaphore = Semaphore(1)
          for round in 0..<rounds {
            try? await semaphore.wait()
            keep(round)
            semaphore.signal()
          }
        },
      ]),
    Workload(
      id: "W21t", what: "wait for a place that another task of the actor has",
      competitors: [
        .inTask(Competitor.ours) { rounds in
          let limiter = PromiseLimiter(limit: 1)
          await Turns().take(rounds) { _ in
            try? await limiter.withPlace { await Task.yield() }
          }
        },
        .inTask(Semaphore.name) { rounds in
          let semaphore = Semaphore(1)
          await Turns().take(rounds) { _ in
            try? await semaphore.wait()
            await Task.yield()
            semaphore.signal()
          }
        },
      ]),
    Workload(
      id: "W21r", what: "an operation that has a free place, awaited",
      competitors: [
        .inTask(Competitor.ours) { rounds in
          let limiter = PromiseLimiter(limit: 1)
          for round in 0..<rounds { keep(await limiter.run { await answer(round) }.result) }
        },
        .inTask("Promise {}") { rounds in
          for round in 0..<rounds { keep(await Promise { await answer(round) }.result) }
        },
      ]),
    Workload(
      id: "W22", what: "retry in place what succeeds at once",
      competitors: [
        .inTask(Competitor.ours) { rounds in
          for round in 0..<rounds {
            keep((try? await Promise.retryInPlace { await answer(round) }) ?? 0)
          }
        },
        .inTask("by hand") { rounds in
          for round in 0..<rounds {
            keep((try? await retry { await answer(round) }) ?? 0)
          }
        },
      ]),
  ]

  private static func answer(_ value: Int) async -> Int { await Awaiting.answer(value) }

  /// What people write: closures that don't escape, and a clock and a backoff for the failures.
  @inline(never)
  private static nonisolated(nonsending) func retry<R>(
    maxAttempts: Int = 3, clock: any Clock<Duration> = ContinuousClock(),
    backoff: (Int) -> Duration = { .seconds(1 << $0) },
    shouldRetry: (any Error) -> Bool = { _ in true },
    _ operation: nonisolated(nonsending) () async throws -> sending R
  ) async throws -> sending R {
    var attempt = 1
    while true {
      try Task.checkCancellation()
      do { return try await operation() } catch {
        guard attempt < maxAttempts, !(error is CancellationError), shouldRetry(error) else {
          throw error
        }
        try await clock.sleep(for: backoff(attempt))
        attempt += 1
      }
    }
  }

  /// Two tasks that come again and again.
  private actor Turns {
    func take(
      _ times: Int, _ body: @escaping @Sendable (isolated Turns) async -> Void
    ) async {
      let partner = Task { for _ in 0..<times / 2 { await body(self) } }
      for _ in 0..<times - times / 2 { await body(self) }
      await partner.value
    }
  }

  /// A semaphore of the best kind that people write for tasks: a count and a list behind a lock.
  private final class Semaphore: Sendable {
    static let name = "semaphore by hand"

    private struct Waiter {
      let id: UInt64
      let continuation: UnsafeContinuation<Bool, Never>
    }

    private struct State {
      var free: Int
      var ids: UInt64 = 0
      var waiters: [Waiter] = []
      var cancelled: Set<UInt64> = []
    }

    private let state: Mutex<State>

    init(_ free: Int) { state = Mutex(State(free: free)) }

    nonisolated(nonsending) func wait() async throws {
      try Task.checkCancellation()
      let isFree = state.withLock { state in
        if state.free == 0 { return false }
        state.free -= 1
        return true
      }
      if !isFree { try await waitInLine() }
    }

    @inline(never)
    private nonisolated(nonsending) func waitInLine() async throws {
      let id = state.withLock { state in
        state.ids += 1
        return state.ids
      }
      let hasPlace = await withTaskCancellationHandler {
        await withUnsafeContinuation(isolation: #isolation) { continuation in
          let result: Bool? = state.withLock { state in
            if state.cancelled.remove(id) != nil { return false }
            if state.free > 0 {
              state.free -= 1
              return true
            }
            state.waiters.append(Waiter(id: id, continuation: continuation))
            return nil
          }
          if let result { continuation.resume(returning: result) }
        }
      } onCancel: {
        let waiter: Waiter? = state.withLock { state in
          guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
            state.cancelled.insert(id)
            return nil
          }
          return state.waiters.remove(at: index)
        }
        waiter?.continuation.resume(returning: false)
      }
      if !hasPlace { throw CancellationError() }
    }

    func signal() {
      let next: Waiter? = state.withLock { state in
        if state.waiters.isEmpty {
          state.free += 1
          return nil
        }
        return state.waiters.removeFirst()
      }
      next?.continuation.resume(returning: true)
    }
  }
}
