// Runs on systems where the order of jobs can't be chosen.

import TestSupport
import Testing

@testable import AsyncExplorer

@Suite("Plain runs")
struct PlainRunsTests {
  private struct Wrong: Error {}

  private func runs(
    _ explore: nonisolated(nonsending) (PlainRuns) async throws -> Void
  ) async rethrows -> Int {
    let number = Locked(0)
    try await explore(
      PlainRuns({ number.withLock { $0 += 1 } }, .zero, "PlainRunsTests.swift:1"))
    return number.withLock { $0 }
  }

  @Test("A body runs a few times, in any order")
  func few() async throws {
    let explored = try await runs { _ = try await $0.explore(.mixed(), .schedules(1_000)) }
    #expect(explored == 10)
    let three = try await runs { _ = try await $0.explore(.random(), .schedules(3)) }
    #expect(three == 3)
    let forTime = try await runs { _ = try await $0.explore(.pct(), .duration(.zero)) }
    #expect(forTime == 10)
    let replayed = try await runs { _ = try await $0.replay(Schedule()) }
    #expect(replayed == 1)
    let cancelled = try await runs { _ = try await $0.exploreCancellation(orders: 4) }
    #expect(cancelled == 1)
  }

  @Test("An error of the body is thrown")
  func error() async {
    await #expect(throws: Wrong.self) {
      _ = try await PlainRuns({ throw Wrong() }, .zero, "").explore(.mixed(), .schedules(5))
    }
  }

  @Test("A cancelled caller stops")
  func cancelledCaller() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await PlainRuns({}, .zero, "").explore(.mixed(), .schedules(5))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
