// Work that starts later has the priority of its caller, or of a task that waits for it.

import AsyncPromisesSharing
import TestSupport
import Testing

@testable import AsyncPromises

@Suite("Priority", .timeLimit(.minutes(10)), .needsImmediateTasks)
struct PriorityTests {
  @Test(
    "C5: work that starts later has its caller's priority", arguments: LaterWork.allCases,
    [TaskPriority.background, .low, .medium, .high])
  func ofCaller(_ work: LaterWork, _ priority: TaskPriority) async throws {
    let seen = await work.priority(ofCaller: priority) { Task.currentPriority }
    #expect(seen == priority)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(
    "C5: a waiter escalates work that starts later, even before it has started",
    arguments: LaterWork.allCases)
  func raised(_ work: LaterWork) async throws {
    let promise = await Task.detached(priority: .low) {
      work.start { await highPriority() }
    }.value
    let waiting = Task.detached(priority: .high) { try await promise.value.last }
    #expect(try await waiting.value ?? .low >= .high)
  }
}

/// A call that starts work later on behalf of its caller.
enum LaterWork: CaseIterable {
  case limiter, queued, queuedTwice, flight, flightBehindAnother, cache, retry, secondAttempt
  case attemptAfterPause, map, secondItem

  /// The result of `seen` in work that a task with this priority requests but no task awaits.
  func priority(
    ofCaller priority: TaskPriority, _ seen: @escaping @Sendable () -> TaskPriority
  ) async -> TaskPriority? {
    await withCheckedContinuation { continuation in
      Task.detached(priority: priority) {
        start { seen() }.whenSettled {
          continuation.resume(returning: try? $0.get().last)
        }
      }
    }
  }

  func start(
    _ work: @escaping @Sendable () async -> TaskPriority
  ) -> Promise<[TaskPriority]> {
    switch self {
    case .limiter: return PromiseLimiter(limit: 1).run { [await work()] }
    case .queued:
      let limiter = PromiseLimiter(limit: 1)
      _ = limiter.run { try await Task.sleep(for: .milliseconds(20)) }
      return limiter.run { [await work()] }
    case .queuedTwice:
      let (outer, inner) = (PromiseLimiter(limit: 1), PromiseLimiter(limit: 1))
      _ = inner.run { try await Task.sleep(for: .milliseconds(20)) }
      _ = outer.run { try await Task.sleep(for: .milliseconds(10)) }
      return outer.run { inner.run { [await work()] } }
    case .flight: return SingleFlight<Int, [TaskPriority]>().run(for: 1) { [await work()] }
    case .flightBehindAnother:
      let flights = SingleFlight<Int, [TaskPriority]>()
      // The cancelled operation ends late, and the next one starts afterwards.
      flights.run(for: 1) {
        try? await Task.sleep(for: .milliseconds(20))
        try? await Task.detached { try await Task.sleep(for: .milliseconds(10)) }.value
        return []
      }.cancel()
      return flights.run(for: 1) { [await work()] }
    case .cache: return PromiseCache<Int, [TaskPriority]>().value(for: 1) { [await work()] }
    case .retry: return Promise.retry(maxAttempts: 1) { _ in [await work()] }
    case .secondAttempt:
      return Promise.retry(maxAttempts: 2) { attempt in
        if attempt == 1 { throw TestError.first }
        return [await work()]
      }
    case .attemptAfterPause:
      return Promise.retry(maxAttempts: 2, backoff: .constant(.milliseconds(10))) { attempt in
        if attempt == 1 { throw TestError.first }
        return [await work()]
      }
    case .map: return Promise.map([1], concurrency: 1) { _ in await work() }
    case .secondItem:
      return Promise.map([1, 2], concurrency: 1) { _ in await work() }
    }
  }
}
