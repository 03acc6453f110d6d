// Tests that would slow each other down.

import Testing

/// Runs tests one at a time, whatever suites they are in: those that have patience with work that
/// nothing is known of, and would take each other for such work, or for a busy machine. They have a
/// high priority: at that of all others each of their steps would wait for a turn among those.
package struct OneAtATime: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    await Turns.all.begin()
    do {
      try await withoutActuallyEscaping(function) { function in
        try await withThrowingTaskGroup { group in
          group.addTask(priority: .high, operation: function)
          try await group.next()
        }
      }
    } catch {
      await Turns.all.end()
      throw error
    }
    await Turns.all.end()
  }
}

extension Trait where Self == OneAtATime {
  package static var oneAtATime: Self { OneAtATime() }
}

/// Made of continuations, and not of promises, which tests would wait for.
private actor Turns {
  static let all = Turns()

  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func begin() async {
    guard isTaken else { return isTaken = true }
    await withCheckedContinuation { waiting.append($0) }
  }

  func end() {
    guard !waiting.isEmpty else { return isTaken = false }
    waiting.removeFirst().resume()
  }
}
