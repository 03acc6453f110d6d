// PromiseScopeTrait.swift: a scope around each test; its report is an issue of the test.

import AsyncPromises
import AsyncPromisesSwiftTesting
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite("The trait .promiseScope", .needsTracking, .timeLimit(.minutes(10)))
struct PromiseScopeTraitTests {
  @Test("T2: each test has its own current scope", .promiseScope, arguments: 0..<8)
  func scope(_ number: Int) async throws {
    let log = Journal<Int>()
    Promise { number }.map { @MainActor in $0 + 1 }.done { log.write($0) }
    try await PromiseScope.current.settle(within: long)
    #expect(log.entries == [number + 1])
    #expect(PromiseScope.current.dumpPending() == "Nothing is pending.")
  }

  @Suite("on a suite", .promiseScope(leftovers: .cancel, limit: long))
  struct OnSuite {
    @Test("T2: each test has a scope, even in inner suites") func inside() async throws {
      let (_, resolver) = Promise<Int>.pending(name: "own")
      #expect(PromiseScope.current.dumpPending().contains("pending “own” at "))
      #expect(PromiseScope.current.dumpPending().split(separator: "\n").count == 1)
      resolver.fulfill(1)
    }

    @Suite struct Inner {
      @Test("T2: a test in an inner suite has a scope") func inside() async throws {
        Promise<Int>.pending().resolver.fulfill(1)
        #expect(PromiseScope.current.events.isEmpty)
      }
    }
  }

  @Test("T3: leftovers are an issue at the line of the test; their error isn't a second one")
  func leftover() async throws {
    let kept = Journal<Resolver<Int>>()
    let issue = try await issue(of: .promiseScope) {
      kept.write(Promise<Int>.pending(name: "token").resolver)
    }
    #expect(issue.contains("ended with promises that nothing in it can settle"))
    #expect(issue.contains("pending “token” at "))
    for resolver in kept.entries { resolver.fulfill(1) }
  }

  @Test("T3: with leftovers: .cancel, leftovers are cancelled and aren't an issue")
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

  @Test("T3: a test that awaits a promise that never settles gets an issue when time is up")
  func limit() async throws {
    var (milliseconds, issue) = (20, "")
    // The body may not have started within the limit: try again with more time.
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
    "T3: a test that the runner cancels gets an issue with the promises pending at the time",
    arguments: [true, false])
  func cancelledByRunner(isHeeded: Bool) async throws {
    let issue = try await issue(of: .promiseScope) {
      let (never, resolver) = Promise<Int>.pending(name: "screen")
      defer { resolver.fulfill(1) }
      // Like a time limit, which cancels the task that the scope is created in from outside.
      // SAFETY: the task waits until it is cancelled.
      nonisolated(unsafe) let task = withUnsafeCurrentTask { $0 }
      await Task.detached { task?.cancel() }.value
      let result = await never.result
      if isHeeded { _ = try result.get() }
    }
    #expect(issue.contains("was cancelled."))
    #expect(issue.contains("pending “screen” at "))
  }

  @Test("T3: a cancellation inside the test isn't an issue of the scope")
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

  @Test("T6: a test that cancels itself is cancelled, whatever is pending", .promiseScope)
  func cancelsItself() async throws {
    let device = Promise { try await Task.sleep(for: long) }
    device.done { _ in }
    try Test.cancel("The test is cancelled on purpose.")
  }

  @Test("T6: a test that cancels itself before it makes a promise is cancelled", .promiseScope)
  func cancelsItselfAtOnce() throws {
    try Test.cancel("The test is cancelled on purpose.")
  }

  @Test("T3: an error thrown by the test is rethrown")
  func throwing() async throws {
    let test = try #require(Test.current)
    await #expect(throws: PromiseError.self) {
      let trait: PromiseScopeTrait = .promiseScope
      try await trait.provideScope(for: test, testCase: nil) {
        throw PromiseError.invalid
      }
    }
  }

  @Test("T2: without a scope, PromiseScope.current traps and says what to do")
  func noScope() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = PromiseScope.current
    }
    // An optimized build traps without a message.
    #if DEBUG
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("There is no promise scope here: call withPromiseScope"))
    #else
      #expect(result != nil)
    #endif
  }

  /// The text of the only issue that a test has under the trait.
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
