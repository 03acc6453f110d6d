// The work behind the calls: an exploration, or plain runs where the order can't be chosen.

import AsyncPromises
import AsyncPromisesTracking
import Foundation

#if ORDERS_JOBS && compiler(>=6.3)
  /// The work of one call that explores a body.
  struct Explorer {
    private let roots: RootTasks
    private let exploration: Exploration

    init(
      _ body: @escaping () async throws -> Void, _ longestWait: Duration, _ place: String,
      call: String = "explore", _ watchdog: Watchdog = Watchdog()
    ) {
      let surroundings = RunSurroundings(
        longestWait: longestWait, at: place, call: call, watchdog)
      roots = RootTasks(Body(body), surroundings)
      exploration = Exploration(roots, surroundings, at: place)
    }

    nonisolated(nonsending) func explore(
      _ strategy: ExplorationStrategy, _ limit: ExplorationLimit
    ) async throws -> ExplorationSummary {
      let exploration = exploration
      return try await roots.whileSupplied { exploration.explore(strategy, limit) }.get()
    }

    nonisolated(nonsending) func replay(_ schedule: Schedule) async throws -> ExplorationSummary {
      let exploration = exploration
      return try await roots.whileSupplied { exploration.replay(schedule) }.get()
    }

    /// Whether tracking is wanted; measurements can turn it off, as with `AsyncPromisesTesting`.
    private static var isTrackingWanted: Bool {
      getenv("ASYNC_PROMISES_TRACKING").map { String(cString: $0) } != "off"
    }

    nonisolated(nonsending) func exploreCancellation(orders: Int) async throws
      -> ExplorationSummary
    {
      if Self.isTrackingWanted { Tracking.start() }
      let exploration = exploration
      return try await roots.whileSupplied { exploration.exploreCancellation(orders: orders) }
        .get()
    }

    nonisolated(nonsending) func replayCancellation(_ schedule: Schedule) async throws {
      if Self.isTrackingWanted { Tracking.start() }
      let exploration = exploration
      _ = try await roots.whileSupplied { exploration.replayCancellation(schedule) }.get()
    }
  }
#else
  typealias Explorer = PlainRuns
#endif
