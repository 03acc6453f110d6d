// Tasks and threads that wait, in a state that the test knows, and what the waits end with.

import AsyncPromises
import AsyncPromisesTesting
import Foundation
import TestSupport
import Testing

/// Longer than any test takes: waits with this limit end because of what they wait for.
let long = Duration.seconds(500)

/// The rounds of a test that luck might decide: one, and in a stress run as many as it takes to be
/// sure.
func rounds(_ number: Int) -> Range<Int> { 0..<(isStressRun ? number : 1) }

/// Starts a task on the main actor that waits for the scope, and returns when it does.
///
/// The main actor takes its jobs in order: when the second task has had its turn, the first has
/// come to its suspension.
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

/// Runs `body`, which may block, on a thread that no task knows of; no promise is made for that.
func onThread<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}

extension PromiseScope {
  /// What a look at the scope reports; an empty text when nothing is left.
  nonisolated(nonsending) func lookedAt() async throws -> String {
    do {
      try await settle(within: .zero)
      return ""
    } catch let error as UnsettledPromises {
      return error.report
    }
  }

  /// The error of a wait that has to fail.
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

/// Starts a task on the main actor that waits for the promise, and returns when it does.
@MainActor
func startAwaiting<Value>(_ promise: Promise<Value>) async -> Task<Value, any Error> {
  let waiting = Task { @MainActor in try await promise.value }
  await Task { @MainActor in }.value
  return waiting
}
