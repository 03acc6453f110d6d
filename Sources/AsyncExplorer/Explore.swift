// The calls that explore.

import Foundation

/// Runs `body` many times, each time in another order of its jobs, and throws when one of the runs
/// fails.
///
/// Within a run one job at a time runs: every hop to another actor, every resumption, every new
/// task and every handler of a promise is a job, and where several are ready, the strategy chooses.
/// That holds for all code that the body calls, unmodified: tasks, structured or not, detached
/// ones, actors, the main actor, continuations, `Task.yield()`. Sleeping takes no time: what sleeps
/// wakes up, in the order of deadlines, when nothing else can run.
///
/// A run fails when the body throws, records an issue, or hangs. The order is then shortened, and
/// told once: see ``ExplorationFailure``. Issues of Swift Testing are seen where
/// `AsyncPromisesSwiftTesting` is linked; in XCTest, throw.
///
/// ## Cancellation
/// A cancelled caller stops after the run that is under way, with `CancellationError`.
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
///   - schedules: how many times the body runs at most. Traps if it is less than one.
///   - strategy: which orders are tried.
///   - longestWait: how long to wait, in real time, for what has left to a thread or a queue.
///   - fileID: the caller's file, by default.
///   - line: the caller's line, by default.
///   - body: what runs. Each run should make its own state: what a run leaves, the next one finds.
/// - Returns: what was seen.
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

/// Runs `body` like ``explore(schedules:_:longestWait:fileID:line:_:)``, for a time instead of a
/// number of runs.
///
/// ## Cancellation
/// A cancelled caller stops after the run that is under way, with `CancellationError`.
///
/// - Parameters:
///   - duration: after this time, which is real, no other run begins.
///   - strategy: which orders are tried.
///   - longestWait: how long to wait, in real time, for what has left to a thread or a queue.
///   - fileID: the caller's file, by default.
///   - line: the caller's line, by default.
///   - body: what runs.
/// - Returns: what was seen.
/// - Throws: ``ExplorationFailure``, or `CancellationError`.
@discardableResult
public nonisolated(nonsending) func explore(
  for duration: Duration, _ strategy: ExplorationStrategy = .mixed(),
  longestWait: Duration = .milliseconds(250), fileID: StaticString = #fileID,
  line: UInt = #line, _ body: @escaping () async throws -> Void
) async throws -> ExplorationSummary {
  try await Explorer(body, longestWait, "\(fileID):\(line)").explore(strategy, .duration(duration))
}

/// Runs `body` once, in the order that a report has named.
///
/// ## Cancellation
/// A cancelled caller stops after the run.
///
/// - Parameters:
///   - schedule: the string of the report. Traps if it is none.
///   - longestWait: how long to wait, in real time, for what has left to a thread or a queue.
///   - fileID: the caller's file, by default.
///   - line: the caller's line, by default.
///   - body: what runs: the same as in the exploration that has failed.
/// - Throws: ``ExplorationFailure`` if it fails again.
public nonisolated(nonsending) func explore(
  replay schedule: String, longestWait: Duration = .milliseconds(250),
  fileID: StaticString = #fileID, line: UInt = #line, _ body: @escaping () async throws -> Void
) async throws {
  guard let schedule = Schedule(text: schedule) else {
    preconditionFailure(
      "\"\(schedule)\" is not a schedule: pass the string that a report printed, such as \"f1-4.1\"."
    )
  }
  try await Explorer(body, longestWait, "\(fileID):\(line)").replay(schedule)
}

/// Runs the body of a test like `explore`, for a trait.
package nonisolated(nonsending) func exploreTest(
  _ schedules: Int, _ strategy: ExplorationStrategy, at place: String,
  _ body: @escaping @Sendable () async throws -> Void
) async throws {
  _ = try await Explorer(body, .milliseconds(250), place).explore(strategy, .schedules(schedules))
}
