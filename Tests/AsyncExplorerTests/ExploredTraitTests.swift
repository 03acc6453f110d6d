// The trait `.explored`.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
  import AsyncPromisesSwiftTesting
  import Dispatch
  import Foundation
  import TestSupport
  import Testing

  @Suite("The trait .explored", .timeLimit(.minutes(5)))
  struct ExploredTraitTests {
    private static let runs = Locked(0)

    private struct Wrong: Error {}

    @Test("X1: the body of a test runs in many orders", .explored(schedules: 30))
    func manyRuns() async throws {
      let seen = Locked<[Int]>([])
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<3 { group.addTask { seen.withLock { $0.append(number) } } }
      }
      #expect(seen.withLock { $0.count } == 3)
      Self.runs.withLock { $0 += 1 }
    }

    @Test(
      "X1: it works with arguments, on the main actor and with a scope", .explored(schedules: 20),
      .promiseScope, .needsTracking, arguments: [1, 2])
    @MainActor func arguments(_ number: Int) async throws {
      let promise = Promise { number }.map { @MainActor in $0 + 1 }
      await Task.yield()
      let value = try await promise.value
      #expect(value == number + 1)
    }

    @Test(
      "X2: a scope's limit counts the real time of all runs", .promiseScope(limit: .seconds(60)),
      .needsTracking, .explored(schedules: 10))
    func limit() async throws {
      try await Promise.delay(for: .seconds(3_600)).get()
    }

    @Suite("on a suite", .explored(schedules: 10))
    struct OfSuite {
      private let number = Locked(0)

      @Test("X1: each run has its own instance") func fresh() async {
        let value = number.withLock {
          $0 += 1
          return $0
        }
        await Task.yield()
        #expect(value == 1)
      }
    }

    @Test("X4: a failing order is a single issue, with the report")
    func issue() async throws {
      let test = try #require(Test.current)
      let failure = await finding {
        try await ExploredTrait.explored(schedules: 50).provideScope(for: test, testCase: nil) {
          let seen = Locked<[Int]>([])
          await withTaskGroup(of: Void.self) { group in
            for number in 0..<3 { group.addTask { seen.withLock { $0.append(number) } } }
          }
          #expect(seen.withLock { $0 } == [0, 1, 2])
        }
      }
      #expect(failure?.kind == .recordedIssue)
      #expect(failure?.description.contains("Replay: explore(replay: ") == true)
      #expect(failure?.description.contains("ExploredTraitTests.swift:") == true)
    }

    @Test(
      "X4 T3: with a surrounding scope, the first run that leaves something behind fails",
      .promiseScope, .needsTracking)
    func scopeAround() async throws {
      let kept = Locked<[Resolver<Int>]>([])
      let leaves: [String: @Sendable () async -> Void] = [
        "pending “kept”": {
          let (promise, resolver) = Promise<Int>.pending(name: "kept")
          kept.withLock { $0.append(resolver) }
          promise.done { _ in }
        },
        "an error was not handled": { Promise<Int> { throw Wrong() }.done { _ in } },
        "a resolver was released": { Promise<Int>.pending().promise.ignoreErrors() },
      ]
      for (text, leave) in leaves {
        let failure = await finding {
          try await ExploredTrait.explored(schedules: 20).provideScope(
            for: try #require(Test.current), testCase: nil
          ) {
            await leave()
          }
        }
        #expect(failure?.schedules == 1, "\(text)")
        #expect(failure?.description.contains(text) == true, "\(failure.debugDescription)")
      }
    }

    @Test("X4: the trait repeats the order in a report")
    func replay() async throws {
      let test = try #require(Test.current)
      let body = { @Sendable in
        let seen = Locked<[Int]>([])
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<3 { group.addTask { seen.withLock { $0.append(number) } } }
        }
        #expect(seen.withLock { $0 } == [0, 1, 2])
      }
      let failure = await finding {
        try await ExploredTrait.explored(schedules: 50)
          .provideScope(for: test, testCase: nil) { await body() }
      }
      let replay = try #require(failure?.replay)
      let again = await finding {
        try await ExploredTrait.explored(replay: replay)
          .provideScope(for: test, testCase: nil) { await body() }
      }
      #expect(again?.schedules == 1)
      #expect(again?.kind == .recordedIssue)
    }

    @Test("X4 T6: a test that cancels itself is cancelled", .explored(schedules: 5))
    func cancelsItself() async throws {
      await Task.yield()
      try Test.cancel("The test is cancelled on purpose.")
    }

    @Test(
      "X4 T6: the same in a scope", .explored(schedules: 5), .promiseScope, .needsTracking)
    func cancelsItselfInScope() async throws {
      Promise { try await Task.sleep(for: .seconds(1)) }.ignoreErrors()
      try Test.cancel("The test is cancelled on purpose.")
    }

    @Test("X4: a known issue is recorded once, however many orders it occurs in")
    func knownIssue() async throws {
      let test = try #require(Test.current)
      let recorded = Locked(0)
      let counter = IssueHandlingTrait.compactMapIssues { issue in
        guard !issue.isFailure else { return issue }
        recorded.withLock { $0 += 1 }
        return nil
      }
      try await counter.provideScope(for: test, testCase: nil) {
        try await ExploredTrait.explored(schedules: 20)
          .provideScope(for: test, testCase: nil) {
            await withKnownIssue {
              await Task.yield(); #expect(Bool(false))
            }
          }
      }
      #expect(recorded.withLock { $0 } == 1)
    }

    @Test("X6: for a test that hops to a queue, a warning that names it is recorded")
    func escape() async throws {
      let test = try #require(Test.current)
      let warnings = Locked<[String]>([])
      let collector = IssueHandlingTrait.compactMapIssues { issue in
        if issue.severity == .warning { warnings.withLock { $0.append(issue.description) } }
        return issue.severity == .warning ? nil : issue
      }
      try await collector.provideScope(for: test, testCase: nil) {
        try await ExploredTrait.explored(schedules: 3).provideScope(for: test, testCase: nil) {
          await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
              // A task that is resumed before it suspends doesn't hop.
              Thread.sleep(forTimeInterval: 0.02)
              continuation.resume()
            }
          }
        }
      }
      let texts = warnings.withLock { $0 }
      #expect(texts.count == 1)
      #expect(texts.first?.contains("The order is not controlled where the test hops to") == true)
    }

    @Test("X5: a test that hangs ends")
    func hang() async throws {
      let test = try #require(Test.current)
      await #expect(throws: ExplorationFailure.self) {
        try await ExploredTrait.explored(schedules: 5).provideScope(for: test, testCase: nil) {
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
      }
    }
  }
#endif
