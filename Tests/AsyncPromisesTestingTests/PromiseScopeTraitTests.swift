// PromiseScopeTrait.swift: a scope around each test, whose report is an issue of the test.

import AsyncPromises
import AsyncPromisesSwiftTesting
import TestSupport
import Testing

@Suite("The trait .promiseScope", .needsTracking, .timeLimit(.minutes(10)))
struct PromiseScopeTraitTests {
  @Test("T2: a test finds its scope, which is its own", .promiseScope, arguments: 0..<8)
  func scope(_ number: Int) async throws {
    let log = Journal<Int>()
    Promise { number }.map { @MainActor in $0 + 1 }.done { log.write($0) }
    try await PromiseScope.current.settle(within: long)
    #expect(log.entries == [number + 1])
    #expect(PromiseScope.current.dumpPending() == "Nothing is pending.")
  }

  @Suite("on a suite", .promiseScope(leftovers: .cancel, limit: long))
  struct OnSuite {
    @Test("T2: each test has a scope, and those of the suites inside") func inside() async throws {
      let (_, resolver) = Promise<Int>.pending(name: "own")
      #expect(PromiseScope.current.dumpPending().contains("pending “own” at "))
      #expect(PromiseScope.current.dumpPending().split(separator: "\n").count == 1)
      resolver.fulfill(1)
    }

    @Suite struct Inner {
      @Test("T2: of an inner suite") func inside() async throws {
        Promise<Int>.pending().resolver.fulfill(1)
        #expect(PromiseScope.current.events.isEmpty)
      }
    }
  }

  @Test("T3: what is left is an issue of the test, at its line, and the error is no other issue")
  func leftover() async throws {
    let kept = Journal<Resolver<Int>>()
    let issue = try await issue(of: .promiseScope) {
      kept.write(Promise<Int>.pending(name: "token").resolver)
    }
    #expect(issue.contains("ended with promises that nothing in it can settle"))
    #expect(issue.contains("pending “token” at "))
    for resolver in kept.entries { resolver.fulfill(1) }
  }

  @Test("T3: leftovers are cancelled where the trait says so, and are no issue")
  func cancelled() async throws {
    let made = Journal<Promise<Int>>()
    let trait: PromiseScopeTrait = .promiseScope(leftovers: .cancel)
    try await trait.provideScope(for: try #require(Test.current), testCase: nil) {
      let (promise, resolver) = Promise<Int>.pending()
      resolver.onCancel { withExtendedLifetime(resolver) {} }
      made.write(promise)
    }
    #expect(throws: CancellationError.self) { try made.entries.first?.resultIfSettled?.get() }
  }

  @Test("T3: a test that awaits what never comes has an issue when its time is up")
  func limit() async throws {
    var (milliseconds, issue) = (20, "")
    // A body that has not begun when the limit is over: once more, with more time.
    while !issue.contains("pending “screen” at "), milliseconds < 100_000 {
      issue = try await self.issue(of: .promiseScope(limit: .milliseconds(milliseconds))) {
        let (never, resolver) = Promise<Int>.pending(name: "screen")
        defer { resolver.fulfill(1) }
        _ = try await never.value
      }
      #expect(issue.contains("did not end within \(Double(milliseconds) / 1_000) seconds"))
      milliseconds *= 10
    }
    #expect(issue.contains("pending “screen” at "))
  }

  @Test(
    "T3: a test that a runner has cancelled has an issue with what was pending then",
    arguments: [true, false])
  func cancelledByRunner(isHeeded: Bool) async throws {
    let issue = try await issue(of: .promiseScope) {
      let (never, resolver) = Promise<Int>.pending(name: "screen")
      defer { resolver.fulfill(1) }
      // As a time limit does: it cancels the task that the scope is made in.
      withUnsafeCurrentTask { $0?.cancel() }
      let result = await never.result
      if isHeeded { _ = try result.get() }
    }
    #expect(issue.contains("was cancelled."))
    #expect(issue.contains("pending “screen” at "))
  }

  @Test("T3: a cancellation of the test's own is no issue of the scope's")
  func cancellationOfItsOwn() async throws {
    let test = try #require(Test.current)
    await #expect(throws: CancellationError.self) {
      let trait: PromiseScopeTrait = .promiseScope(leftovers: .allow)
      try await trait.provideScope(for: test, testCase: nil) {
        let (promise, resolver) = Promise<Int>.pending()
        promise.cancel()
        withExtendedLifetime(resolver) {}
        _ = try await promise.value
      }
    }
  }

  @Test("T3: what a test throws is thrown on")
  func throwing() async throws {
    let test = try #require(Test.current)
    await #expect(throws: PromiseError.self) {
      let trait: PromiseScopeTrait = .promiseScope
      try await trait.provideScope(for: test, testCase: nil) {
        throw PromiseError.invalid
      }
    }
  }

  @Test("T2: where there is no scope, the current one traps, and says what to do")
  func noScope() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = PromiseScope.current
    }
    // An optimised build traps without a sentence.
    #if DEBUG
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("There is no promise scope here: call withPromiseScope"))
    #else
      #expect(result != nil)
    #endif
  }

  /// The text of the one issue that a test has under the trait.
  private func issue(
    of trait: PromiseScopeTrait, _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> String {
    let issues = try await issues(of: trait, body)
    #expect(issues.count == 1)
    let issue = try #require(issues.first)
    #expect(issue.sourceLocation == Test.current?.sourceLocation)
    return issue.comments.map(\.rawValue).joined()
  }
}
