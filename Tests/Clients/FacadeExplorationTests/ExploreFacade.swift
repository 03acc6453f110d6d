// Explores programs that use the APIs of other libraries.

import AsyncExplorer
import AsyncPromisesSwiftTesting
import Dispatch
import TestSupport
import Testing

/// Explores a program. None of its handlers may escape the explored run.
nonisolated(nonsending) func exploreFacade(
  _ strategy: ExplorationStrategy = .mixed(), fileID: StaticString = #fileID, line: UInt = #line,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable () async throws -> Void
) async throws {
  let summary = try await explore(
    schedules: isStressRun ? 10_000 : 200, strategy, fileID: fileID, line: line, body)
  #expect(summary.escapes == [], sourceLocation: sourceLocation)
}

/// The queue on which a test expects a handler to run.
struct MarkedQueue: Sendable {
  private static let key = DispatchSpecificKey<Int>()

  let queue: DispatchQueue
  private let number: Int

  static let main = MarkedQueue(.main)

  init(_ queue: DispatchQueue = DispatchQueue(label: "own")) {
    self.queue = queue
    number = .random(in: 1 ... .max)
    queue.setSpecific(key: Self.key, value: number)
  }

  /// Whether the caller runs on the queue.
  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == number }
}

/// The errors of test programs.
enum ProgramError: Error {
  case first, second
}
