// The test that a scope belongs to: what happens in the scope becomes an issue of the test.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking

#if canImport(Testing)
  import Testing

  /// Records issues in the test's own tasks, where `withKnownIssue` can know them.
  ///
  /// A handler sees the test, so that its expectations count. Which known issues are expected is a
  /// matter of the task that waits for the handler. So the handler's issues are kept until such a
  /// wait is over, or the test is.
  final class TestHost: ScopeHost {
    private let test: Test
    private let issues = KeptIssues()
    /// The `TestTasks`, where there are such.
    private let tasks: (any Sendable)?
    /// Records the mistakes that were reported in a scope.
    private let recordMistakes: @Sendable (Scope) -> Void
    /// Not zero when no task of the test will record a mistake anymore.
    private let recordsAtOnce = StateWord(0)

    init(
      for test: Test, _ testCase: Test.Case?, recordMistakes: @escaping @Sendable (Scope) -> Void
    ) async throws {
      (self.test, self.recordMistakes) = (test, recordMistakes)
      tasks = try await Self.makeTasks(for: test, testCase, keeping: issues)
    }

    private static func makeTasks(
      for test: Test, _ testCase: Test.Case?, keeping issues: KeptIssues
    ) async throws -> (any Sendable)? {
      // An explored run takes the issues of its handlers itself.
      guard System.hasTaskExecutors, Simulations.current == nil, Test.current != nil,
        #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
      else { return nil }
      // SAFETY: written before the call returns, and read after that.
      nonisolated(unsafe) var made: TestTasks?
      let keeper = IssueHandlingTrait.compactMapIssues { issue in
        guard issue.isFailure else { return issue }
        return issues.keep(issue) ? nil : issue
      }
      try await keeper.provideScope(for: test, testCase: testCase) { made = TestTasks() }
      return made
    }

    func start(_ make: () -> Void) -> Bool {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
        let tasks = tasks as? TestTasks
      else { return false }
      return tasks.call(make)
    }

    func run(_ body: () -> Void) -> Bool {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
        let tasks = tasks as? TestTasks
      else { return false }
      return tasks.run(body)
    }

    func workIsDone(in scope: Scope, isSettled: Bool) {
      guard Test.current == test else { return }
      issues.record()
      if isSettled, scope.host === self, scope.parent?.host !== self { recordMistakes(scope) }
    }

    func eventIsKept(in scope: Scope) {
      if recordsAtOnce.load() != 0 { recordMistakes(scope) }
    }

    /// Records what is left, since the test is over. Later mistakes fail the run.
    ///
    /// - Parameter scope: the test's scope; `nil` if its mistakes don't count.
    func end(_ scope: Scope?) {
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        (tasks as? TestTasks)?.end()
      }
      issues.end()
      guard let scope else { return }
      _ = recordsAtOnce.exchange(1)
      recordMistakes(scope)
    }
  }

  /// The issues of handlers, until a task of the test records them.
  private final class KeptIssues: Sendable {
    private let stack = SharedStack<Issue>()
    private let isOver = StateWord(0)

    /// - Returns: `false` if the test is over, so that nothing would record the issue.
    func keep(_ issue: Issue) -> Bool {
      guard isOver.load() == 0 else { return false }
      stack.push(issue)
      // The test may have ended meanwhile.
      if isOver.load() != 0 { record() }
      return true
    }

    func record() {
      for issue in stack.takeAll().reversed() { issue.recordAgain() }
    }

    func end() {
      _ = isOver.exchange(1)
      record()
    }
  }

  extension Issue {
    /// Records the same issue in the current task.
    fileprivate func recordAgain() {
      let place = sourceLocation ?? #_sourceLocation
      let comment: Comment?
      switch kind {
      case .errorCaught(let error):
        Issue.record(error, comments.first, sourceLocation: place)
        return
      case .unconditional: comment = comments.first
      default: comment = "\(self)"
      }
      Issue.record(comment, severity: severity, sourceLocation: place)
    }
  }
#endif
