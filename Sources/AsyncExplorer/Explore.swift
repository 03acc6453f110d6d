// The functions that explore a body.

import Foundation

/// Runs `body` many times, in varying job orders, and throws when a run fails.
///
/// Within a run, jobs run one at a time. Every hop to another actor, every resumption, every new
/// task and every promise handler is a job, and the strategy chooses among the jobs that are ready.
/// This covers all code that the body calls, without modification: structured, unstructured and
/// detached tasks, actors, the main actor, continuations, and `Task.yield()`. Sleeping takes no
/// time: when nothing else can run, sleepers wake in deadline order, and now and then a little
/// earlier. Clocks tell the run's time.
///
/// A run fails when the body throws, records an issue, or hangs. Its order is then minimized and
/// reported once; see ``ExplorationFailure``. Swift Testing's issues count if
/// `AsyncPromisesSwiftTesting` is linked. In XCTest, throw an error instead.
///
/// ## Cancellation
/// If the caller is cancelled, the exploration stops with `CancellationError` after the current
/// run.
///
/// ## Example
/// ```swift
/// try await explore(schedules: 1_000) {
///   let server = ImageServer()
///   let cache = ImageCache(server)
///   async let list = cache.image(of: "cat"), detail = cache.image(of: "cat")
///   _ = await (list, detail)
///   #expect(await server.loads == 1)
/// }
/// ```
///
/// - Parameters:
///   - schedules: the maximum number of runs. Traps if less than one.
///   - strategy: the orders to try.
///   - longestWait: how long to wait, in real time, for work on a thread or queue outside the
///     exploration.
///   - body: the code to explore. Each run should create its own state, because state that outlives
///     a run affects the next.
/// - Returns: a summary of the runs.
/// - Throws: ``ExplorationFailure``, or `CancellationError`.
@discardableResult
public nonisolated(nonsending) func explore(
  schedules: Int = 1_000, _ strategy: ExplorationStrategy = .mixed(),
  longestWait: Duration = .milliseconds(250), fileID: StaticString = #fileID,
  line: UInt = #line, _ body: @escaping () async throws -> Void
) async throws -> ExplorationSummary {
  precondition(schedules > 0, "An exploration needs at least one schedule: pass 1 or more.")
  return try await Explorer(body, longestWait, "\(fileID):\(line)")
    .explore(strategy, .schedules(schedules))
}

/// Runs `body` like ``explore(schedules:_:longestWait:fileID:line:_:)``, but for a given time
/// instead of a number of runs.
///
/// ## Cancellation
/// If the caller is cancelled, the exploration stops with `CancellationError` after the current
/// run.
///
/// - Parameters:
///   - duration: the real time after which no further run begins.
///   - strategy: the orders to try.
///   - longestWait: how long to wait, in real time, for work on a thread or queue outside the
///     exploration.
///   - body: the code to explore.
/// - Returns: a summary of the runs.
/// - Throws: ``ExplorationFailure``, or `CancellationError`.
@discardableResult
public nonisolated(nonsending) func explore(
  for duration: Duration, _ strategy: ExplorationStrategy = .mixed(),
  longestWait: Duration = .milliseconds(250), fileID: StaticString = #fileID,
  line: UInt = #line, _ body: @escaping () async throws -> Void
) async throws -> ExplorationSummary {
  try await Explorer(body, longestWait, "\(fileID):\(line)").explore(strategy, .duration(duration))
}

/// Runs `body` once, in the order given by a report.
///
/// If the body passes but no longer has that order, because it has changed, a line on standard
/// error says so.
///
/// ## Cancellation
/// If the caller is cancelled before the run begins, the call throws `CancellationError`. A run in
/// progress is not interrupted.
///
/// - Parameters:
///   - schedule: the string from the report. Traps if it is malformed.
///   - longestWait: how long to wait, in real time, for work on a thread or queue outside the
///     exploration.
///   - body: the same body as in the exploration that failed.
/// - Throws: ``ExplorationFailure`` if the body fails again, or `CancellationError`.
public nonisolated(nonsending) func explore(
  replay schedule: String, longestWait: Duration = .milliseconds(250),
  fileID: StaticString = #fileID, line: UInt = #line, _ body: @escaping () async throws -> Void
) async throws {
  let place = "\(fileID):\(line)"
  _ = try await Explorer(body, longestWait, place).replay(.parse(schedule, at: place))
}

extension Schedule {
  /// - Parameters:
  ///   - text: the string from a report. Traps if it is malformed, or from the report of another
  ///     function.
  ///   - place: the call, for the message.
  static func parse(_ text: String, isCancelled: Bool = false, at place: String) -> Schedule {
    guard let schedule = Schedule(text: text) else {
      preconditionFailure(
        "\(place): \"\(text)\" is not a schedule: pass the string from a report of this version, "
          + "such as \"f2-4.1\".")
    }
    let isRight = (schedule.cancelledAt > 0) == isCancelled
    precondition(
      isRight,
      "\(place): \"\(text)\" is from another function: pass it to the one that its report names.")
    return schedule
  }
}

/// What a test explores, for a trait.
package enum TestExploration: Sendable {
  case orders(Int, ExplorationStrategy)
  case replay(String)
}

/// Explores the body of a test, for a trait.
package nonisolated(nonsending) func exploreTest(
  _ what: TestExploration, at place: String, _ body: @escaping @Sendable () async throws -> Void
) async throws -> ExplorationSummary {
  let explorer = Explorer(body, .milliseconds(250), place)
  switch what {
  case .orders(let schedules, let strategy):
    return try await explorer.explore(strategy, .schedules(schedules))
  case .replay(let text): return try await explorer.replay(.parse(text, at: place))
  }
}
