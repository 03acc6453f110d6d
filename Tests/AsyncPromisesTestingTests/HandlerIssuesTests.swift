// TestHost.swift: what a handler expects counts for the test whose scope the handler belongs to.

import AsyncPromises
import AsyncPromisesSwiftTesting
import Dispatch
import TestSupport
import Testing

@Suite("Expectations in handlers", .needsTracking, .timeLimit(.minutes(10)))
struct HandlerIssuesTests {
  /// How a handler comes to run.
  enum Way: CaseIterable {
    case operation, fromQueue, outerPromise, onMainActor, onActor, async, afterAsync, cancelled

    func run(_ handler: @escaping @Sendable (Int) -> Void) async {
      switch self {
      case .operation: Promise { 1 }.done(handler)
      case .fromQueue:
        let (promise, resolver) = Promise<Int>.pending()
        promise.done(handler)
        DispatchQueue.global().async { resolver.fulfill(1) }
      case .outerPromise:
        let (promise, resolver) = await Task.detached { Promise<Int>.pending() }.value
        promise.done(handler)
        await Task.detached { _ = resolver.fulfill(1) }.value
      case .onMainActor: Promise { 1 }.done { @MainActor in handler($0) }
      case .onActor: Promise { 1 }.done { @Other in handler($0) }
      case .async: Promise { 1 }.map(.async) { handler($0) }.done {}
      case .afterAsync:
        Promise { 1 }.map(.async) {
          await Task.yield(); return $0
        }.done(handler)
      case .cancelled:
        let (promise, resolver) = Promise<Int>.pending()
        resolver.onCancel { handler(1) }
        promise.cancel()
      }
    }
  }

  @globalActor actor Other { static let shared = Other() }

  @Test(
    "T8: an expectation that fails in a handler is an issue of the test", .needsTaskExecutors,
    arguments: Way.allCases)
  func issue(way: Way) async throws {
    let issues = try await issues(of: .promiseScope(within: long)) {
      await way.run { #expect($0 == 2) }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.description.contains("($0 → 1) == 2") == true)
    #expect(issues.first?.sourceLocation?.fileID == #fileID)
  }

  @Test(
    "T8: withKnownIssue around a settle knows it", .needsTaskExecutors, .promiseScope,
    arguments: Way.allCases)
  func known(way: Way) async throws {
    await withKnownIssue {
      await way.run { #expect($0 == 2) }
      try await PromiseScope.current.settle(within: long)
    }
  }

  @Test(
    "T8: withKnownIssue around the settle of an inner scope knows it", .needsTaskExecutors,
    .promiseScope)
  func knownInInnerScope() async throws {
    try await withPromiseScope { scope in
      await withKnownIssue {
        Promise { 1 }.done { #expect($0 == 2) }
        try await scope.settle(within: long)
      }
    }
  }

  @Test(
    "T8: withKnownIssue around an advance of a clock knows it", .needsTaskExecutors, .promiseScope)
  func knownInAdvance() async {
    let clock = ManualClock()
    await withKnownIssue {
      Promise.delay(for: .seconds(1), clock: clock).done { #expect(Bool(false)) }
      await clock.advance(by: .seconds(1))
    }
  }

  @Test("T8: withKnownIssue around eventually knows it", .needsTaskExecutors, .promiseScope)
  func knownInEventually() async {
    let isDone = Locked(false)
    await withKnownIssue {
      Promise { 1 }.done {
        #expect($0 == 2)
        isDone.withLock { $0 = true }
      }
      try await eventually(within: long) { isDone.withLock { $0 } }
    }
  }

  @Test(
    "T6: withKnownIssue around a settle knows a report", .promiseScope, arguments: Mistake.allCases)
  func knownReport(mistake: Mistake) async throws {
    let scope = PromiseScope.current
    scope.install { _ in }
    await withKnownIssue {
      mistake.make()
      try await scope.settle(within: long)
    }
  }

  @Test("T6: the settle of an inner scope doesn't record what the inner scope may ignore")
  func reportOfInnerScope() async throws {
    let issues = try await issues(of: .promiseScope(within: long)) {
      try await withPromiseScope(reports: .ignore) { scope in
        Mistake.secondSettle.make()
        try await scope.settle(within: long)
      }
    }
    #expect(issues.isEmpty)
  }

  @Test(
    "T8 B3: handlers of tests that share a promise keep their order, and their tests",
    .needsTaskExecutors)
  func shared() async throws {
    let (promise, resolver) = await Task.detached { Promise<Int>.pending() }.value
    let order = Journal<Int>()
    let (first, firstResolver) = Promise<Void>.pending()
    async let others = issues(of: .promiseScope(within: long)) {
      for number in [1, 2] {
        promise.done { @Other value in
          order.write(number)
          #expect(value == 2)
        }
      }
      firstResolver.fulfill()
      try await PromiseScope.current.settle(within: long)
    }
    try await first.value
    let issues = try await issues(of: .promiseScope(within: long)) {
      for number in [3, 4] { promise.done { @Other _ in order.write(number) } }
      resolver.fulfill(1)
    }
    #expect(issues.isEmpty)
    let otherIssues = try await others
    #expect(otherIssues.count == 2)
    #expect(order.entries == [1, 2, 3, 4])
  }

  @Test(
    "T8: a test that cancels what is left waits for the handlers that are due then",
    .needsTaskExecutors)
  func dueAtEnd() async throws {
    let (desk, gate, kept) = (BusyDesk(), Gate(), Locked<Resolver<Int>?>(nil))
    let issues = try await issues(of: .promiseScope(leftovers: .cancel, within: long)) {
      let (promise, resolver) = Promise<Int>.pending()
      kept.withLock { $0 = resolver }
      await desk.finish(promise, behind: gate) { #expect(Bool(false)) }
      Task.detached {
        _ = await promise.result
        // Without a wait, the test would be over by then.
        for _ in 0..<1_000 { await Task.yield() }
        gate.open()
      }
    }
    #expect(issues.count == 1)
  }

  @Test("T8: an issue of a handler that outlasts its test isn't lost", .needsTaskExecutors)
  func afterEnd() async throws {
    let (desk, gate, issues) = (BusyDesk(), Gate(), Journal<Issue>())
    let (ended, end) = Promise<Void>.pending()
    try await collect(in: issues, of: .promiseScope(leftovers: .allow, within: long)) {
      let (promise, resolver) = Promise<Int>.pending()
      await desk.finish(promise, behind: gate) {
        #expect(Bool(false))
        end.fulfill()
      }
      resolver.fulfill(1)
    }
    gate.open()
    try await ended.get()
    #expect(issues.entries.count == 1)
  }

  @TaskLocal private static var local = 0

  @Test("B9: a handler doesn't see what the code in the test binds")
  func locals() async throws {
    let issues = try await issues(of: .promiseScope(within: long)) {
      let (promise, resolver) = Promise<Int>.pending()
      let seen = Self.$local.withValue(1) { promise.map { _ in Self.local } }
      let last = seen.map { @Other _ in Self.local }
      Self.$local.withValue(2) { resolver.fulfill(1) }
      let values = try await (seen.value, last.value)
      #expect(values == (0, 0))
    }
    #expect(issues.isEmpty)
  }
}
