// Tasks and threads that wait, in a known state.

import AsyncPromises
import Dispatch
import Foundation

/// Starts a task on the main actor that waits for a pending promise, and returns once it does.
///
/// The main actor runs its jobs in order: when the second task has run, the first is suspended.
@MainActor
func startWaiting<Value>(
  for promise: Promise<Value>, priority: TaskPriority? = nil,
  then body: @escaping @MainActor (Result<Value, any Error>) -> Void = { _ in }
) async -> Task<Value, any Error> {
  let waiting = Task(priority: priority) { @MainActor in
    let outcome = await promise.result
    body(outcome)
    return try outcome.get()
  }
  await Task(priority: priority) { @MainActor in }.value
  return waiting
}

/// Runs `body` in a task that is cancelled from the start.
func inCancelledTask<R: Sendable>(
  _ body: @escaping @Sendable () async throws -> R
) async throws -> R {
  try await Task {
    withUnsafeCurrentTask { $0?.cancel() }
    return try await body()
  }.value
}

/// Runs `body`, which may block, on a new thread outside of any task.
func onThread<R: Sendable>(_ body: @escaping @Sendable () throws -> R) -> Promise<R> {
  Promise<R> { resolver in
    Thread.detachNewThread { resolver.resolve(with: Result { try body() }) }
  }
}

/// Runs `body`, which may block, on the main queue, outside of any task.
func onMainQueue<R: Sendable>(_ body: @escaping @Sendable () throws -> R) -> Promise<R> {
  Promise<R> { resolver in
    DispatchQueue.main.async { resolver.resolve(with: Result { try body() }) }
  }
}

/// Whether an asynchronous handler's task starts in the handler's turn, and not later (B3).
var tasksStartInPlace: Bool {
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { true } else { false }
}
