// Starts tasks and threads that wait, and returns once they are waiting.

import AsyncPromises
import AsyncPromisesTesting
import Foundation
import TestSupport
import Testing

/// Longer than any test takes, so a wait with this limit doesn't time out.
let long = Duration.seconds(500)

/// The rounds of a test that depends on timing: one or, in a stress run, as many as it takes to be
/// sure.
func rounds(_ number: Int) -> Range<Int> { 0..<(isStressRun ? number : 1) }

/// Starts a task on the main actor to wait for the scope, and returns when the task is waiting.
///
/// The main actor runs its jobs in order: when the second task has run, the first is suspended.
@MainActor
func startSettling(
  _ scope: PromiseScope, within limit: Duration = long,
  then body: @escaping @MainActor () -> Void = {}
) async -> Task<Void, any Error> {
  let waiting = Task { @MainActor in
    try await scope.settle(within: limit)
    body()
  }
  await Task { @MainActor in }.value
  return waiting
}

/// Runs `body`, which may block, on a plain thread, without creating a promise.
func onThread<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}

extension PromiseScope {
  /// The report of a wait that checks the scope once, or an empty string if nothing is pending.
  nonisolated(nonsending) func lookedAt() async throws -> String {
    do {
      try await settle(within: .zero)
      return ""
    } catch let error as UnsettledPromises {
      return error.report
    }
  }

  /// The error of a wait that must fail.
  nonisolated(nonsending) func failureToSettle(
    within limit: Duration = .zero, fileID: StaticString = #fileID, line: UInt = #line,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> UnsettledPromises {
    let failure = await #expect(
      throws: UnsettledPromises.self, sourceLocation: sourceLocation
    ) {
      try await settle(within: limit, fileID: fileID, line: line)
    }
    return try #require(failure, sourceLocation: sourceLocation)
  }
}

/// Starts a task on the main actor to wait for the promise, and returns when the task is waiting.
@MainActor
func startAwaiting<Value>(_ promise: Promise<Value>) async -> Task<Value, any Error> {
  let waiting = Task { @MainActor in try await promise.value }
  await Task { @MainActor in }.value
  return waiting
}
