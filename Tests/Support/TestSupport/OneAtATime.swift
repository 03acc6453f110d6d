// Runs tests one at a time if they would disturb each other.

import Testing

/// Runs tests one at a time, across suites. For tests that wait for untracked work: they would
/// mistake each other's work for their own or for a busy machine. They run at high priority: at the
/// default priority, each step would wait behind all other tests.
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

/// Uses continuations: if it used promises, tests would wait for them.
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
