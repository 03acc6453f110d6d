// Work that a test begins, watches and ends.

import AsyncPromises
import Dispatch
import Synchronization

/// What a handler does until the test ends it.
///
/// It heeds the cancellation of its task, and tells the test whether it saw one.
public struct Work: Sendable {
  /// Fulfilled when the work begins.
  public let begun: Promise<Void>
  private let begin: Resolver<Void>
  /// Whether its task was cancelled, once the work has ended.
  public let wasCancelled: Promise<Bool>
  private let decide: Resolver<Bool>
  private let gate: Promise<Void>
  private let open: Resolver<Void>

  /// Creates work that has not begun.
  public init() {
    (begun, begin) = Promise.pending(name: "beginning of the work")
    (wasCancelled, decide) = Promise.pending(name: "end of the work")
    (gate, open) = Promise.pending(name: "gate of the work")
  }

  /// Runs until the test ends the work, or its task is cancelled.
  public nonisolated(nonsending) func run() async throws {
    begin.fulfill()
    defer { decide.fulfill(Task.isCancelled) }
    try await gate.value
  }

  /// Lets the work end.
  public func end() {
    open.fulfill()
  }
}

/// Holds the thread of a closure that can't await, such as a database access.
public struct Hold: Sendable {
  /// Fulfilled when the closure runs.
  public let begun: Promise<Void>
  private let begin: Resolver<Void>
  private let gate = DispatchSemaphore(value: 0)

  /// Creates a hold that no closure has reached.
  public init() {
    (begun, begin) = Promise.pending(name: "held closure")
  }

  /// Blocks the thread until the test calls `end()`.
  public func block() {
    begin.fulfill()
    gate.wait()
  }

  /// Lets the closure go on.
  public func end() {
    gate.signal()
  }
}
