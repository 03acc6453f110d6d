// Running a body where the order of jobs can't be chosen.

import Foundation

/// The fallback for systems whose executors can't be replaced: it runs the body a few times,
/// scheduled by the system, and prints a note about that once.
struct PlainRuns {
  private static var number: Int { 10 }
  private static let note: Void = FileHandle.standardError.write(
    Data(
      """
      AsyncExplorer: the order of jobs can't be chosen on this system. `explore` runs a \
      body up to \(number) times, scheduled by the system.

      """.utf8))

  private let body: Body

  init(
    _ body: @escaping () async throws -> Void, _ longestWait: Duration, _ place: String,
    call: String = "explore"
  ) {
    self.body = Body(body)
  }

  nonisolated(nonsending) func explore(
    _ strategy: ExplorationStrategy, _ limit: ExplorationLimit
  ) async throws -> ExplorationSummary {
    var runs = Self.number
    if case .schedules(let most) = limit { runs = min(runs, most) }
    return try await run(runs)
  }

  nonisolated(nonsending) func replay(_ schedule: Schedule) async throws -> ExplorationSummary {
    try await run(1)
  }

  nonisolated(nonsending) func replayCancellation(_ schedule: Schedule) async throws {
    _ = try await run(1)
  }

  nonisolated(nonsending) func exploreCancellation(orders: Int) async throws -> ExplorationSummary {
    try await run(1)
  }

  private nonisolated(nonsending) func run(_ times: Int) async throws -> ExplorationSummary {
    _ = Self.note
    for _ in 0..<times {
      try Task.checkCancellation()
      try await body()
    }
    return ExplorationSummary(
      schedules: times, preemptions: nil, longestRun: 0, hops: 0, escapes: [], leftovers: [])
  }
}
