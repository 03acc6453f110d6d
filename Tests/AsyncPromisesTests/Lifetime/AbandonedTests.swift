// Consumers that come and go leave nothing behind on a promise that stays pending.

import AsyncPromises
import AsyncPromisesTracking
import TestSupport
import Testing

extension LifetimeTests {
  @Suite("Abandoned consumers", .timeLimit(.minutes(10)))
  struct AbandonedTests {
    @Test("C2: many cancelled awaits on one pending promise leave memory flat")
    func awaits() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (promise, resolver) = Promise<Int>.pending()
        try await Memory.expectFlat { rounds in
          for _ in 0..<rounds {
            let waiting = Task { try await promise.value }
            waiting.cancel()
            _ = await waiting.result
          }
        }
        precondition(promise.resultIfSettled == nil)
        resolver.fulfill(1)
      }
    }

    @Test("C2: many awaits that are suspended when they are cancelled leave memory flat")
    func suspendedAwaits() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (promise, resolver) = Promise<Int>.pending()
        try await Memory.expectFlat { rounds in
          for _ in 0..<max(1, rounds / 1_000) { await cancelSuspended(1_000, promise) { 0 } }
        }
        precondition(promise.resultIfSettled == nil)
        resolver.fulfill(1)
      }
    }

    @Test("C2 B6: cancelled consumers that capture a megabyte each leave memory flat")
    func largeCaptures() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (promise, resolver) = Promise<Int>.pending()
        let kept = promise.map { $0 }
        try await Memory.expectFlat(over: isStressRun ? 1_000 : 50) { rounds in
          for round in 0..<rounds {
            let bytes = [UInt8](repeating: UInt8(round % 256), count: 1 << 20)
            promise.map { $0 + bytes.count }.cancel()
            await cancelSuspended(1, promise) { bytes.count }
          }
        }
        precondition(promise.resultIfSettled == nil)
        resolver.fulfill(1)
        let value = try await kept.value
        precondition(value == 1)
      }
    }

    @Test("E2: many cancelled promises derived from one pending promise leave memory flat")
    func derived() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (promise, resolver) = Promise<Int>.pending()
        let kept = promise.map { $0 }
        try await Memory.expectFlat { rounds in
          for _ in 0..<rounds { promise.map { $0 + 1 }.cancel() }
        }
        precondition(promise.resultIfSettled == nil)
        resolver.fulfill(1)
        let value = try await kept.value
        precondition(value == 1)
      }
    }

    @Test("C2: live consumers among cancelled ones aren't forgotten")
    func livingAmongDead() async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let living = (0..<100).map { index in
        let last = (0..<100).map { _ in promise.map { $0 + index } }.last
        for _ in 0..<100 { promise.map { $0 }.cancel() }
        return last
      }
      resolver.fulfill(1)
      for (index, promise) in living.enumerated() {
        #expect(try await promise?.value == 1 + index)
      }
    }

    @Test("A3 E2: many cancelled followers of one pending promise leave memory flat")
    func followers() async {
      await #expect(processExitsWith: .success) {
        Tracking.stop()
        let (promise, resolver) = Promise<Int>.pending()
        let kept = promise.map { $0 }
        try await Memory.expectFlat { rounds in
          for _ in 0..<rounds {
            let (outer, end) = Promise<Int>.pending()
            end.follow(promise)
            outer.cancel()
          }
        }
        resolver.fulfill(1)
        let value = try await kept.value
        precondition(value == 1)
      }
    }
  }
}

/// Suspends `count` tasks in an await of `promise`, and cancels them.
///
/// - Parameter use: called by each task after its await. Its captures live until that call.
@MainActor private func cancelSuspended(
  _ count: Int, _ promise: Promise<Int>, _ use: @escaping @Sendable () -> Int
) async {
  let waiting = (0..<count).map { _ in
    Task { @MainActor in
      guard case .failure(is CancellationError) = await promise.result else { return 1 }
      return use()
    }
  }
  // The main actor runs its jobs in order, so all the tasks are waiting after this one has run.
  await Task { @MainActor in }.value
  for task in waiting { task.cancel() }
  for task in waiting { _ = await task.value }
}
