// Where the calls lead to: an exploration, or plain runs where the order can't be chosen.

import AsyncPromises

#if os(Linux) && compiler(>=6.3)
  /// What a call that explores does.
  struct Explorer {
    private let roots: RootTasks
    private let exploration: Exploration

    init(
      _ body: @escaping () async throws -> Void, _ longestWait: Duration, _ place: String
    ) {
      let surroundings = RunSurroundings(longestWait: longestWait)
      roots = RootTasks(Body(body), surroundings)
      exploration = Exploration(roots, surroundings, at: place)
    }

    nonisolated(nonsending) func explore(
      _ strategy: ExplorationStrategy, _ limit: ExplorationLimit
    ) async throws -> ExplorationSummary {
      let exploration = exploration
      return try await roots.whileSupplied { exploration.explore(strategy, limit) }.get()
    }

    nonisolated(nonsending) func replay(_ schedule: Schedule) async throws {
      let exploration = exploration
      _ = try await roots.whileSupplied { exploration.replay(schedule) }.get()
    }

    nonisolated(nonsending) func exploreCancellation(orders: Int) async throws
      -> ExplorationSummary
    {
      Tracking.start()
      let exploration = exploration
      return try await roots.whileSupplied { exploration.exploreCancellation(orders: orders) }
        .get()
    }
  }
#else
  import Foundation

  /// What a call that explores does where the system has no executors that could be replaced: it
  /// runs the body a few times, as it comes, and says so once.
  struct Explorer {
    private static let runs = 10
    private static let note: Void = FileHandle.standardError.write(
      Data(
        """
        AsyncExplorer: the order of jobs can't be chosen on this system. Each body runs \(runs) \
        times, as it comes.

        """.utf8))

    private let body: Body

    init(
      _ body: @escaping () async throws -> Void, _ longestWait: Duration, _ place: String
    ) {
      self.body = Body(body)
    }

    nonisolated(nonsending) func explore(
      _ strategy: ExplorationStrategy, _ limit: ExplorationLimit
    ) async throws -> ExplorationSummary {
      _ = Self.note
      for _ in 0..<Self.runs { try await body() }
      return ExplorationSummary(
        schedules: Self.runs, isComplete: false, longestRun: 0, escapes: [])
    }

    nonisolated(nonsending) func replay(_ schedule: Schedule) async throws {
      _ = Self.note
      try await body()
    }

    nonisolated(nonsending) func exploreCancellation(orders: Int) async throws
      -> ExplorationSummary
    {
      try await explore(.mixed(), .schedules(1))
    }
  }
#endif
