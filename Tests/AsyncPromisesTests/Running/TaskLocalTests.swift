// B9: code that runs for a promise sees no task-local of the code that settles or leaves it.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

private enum Trace {
  @TaskLocal static var id = 0
}

@Suite("Task-locals", .timeLimit(.minutes(10)))
struct TaskLocalTests {
  private let seen = Journal<String>()

  @Test(
    "B9: handlers don't see the task-locals of the code that makes them due",
    arguments: Settler.allCases)
  func handlers(settler: Settler) async throws {
    for call in HandlerCall.all where settler.makesDue(call) {
      let end = await settler.settle { call.register($0) { [seen] in seen.write(Request.id) } }
      try await end.value
      #expect(seen.entries == ["none"], "\(call)")
      seen.clear()
    }
  }

  @Test("B9: handlers don't see the registering code's task-locals, unless they carry them")
  func registered() async throws {
    for call in HandlerCall.all where call.trigger != .rejected {
      let (source, resolver) = Promise<Int>.pending()
      let end = Request.$id.withValue("writer") {
        call.register(source) { [seen] in seen.write(Request.id) }
      }
      resolver.fulfill(1)
      try await end.value
      #expect(seen.entries == ["none"], "\(call)")
      seen.clear()
    }
  }

  @Test("B9: handlers see the registering code's task-locals that the program has named")
  func named() async {
    await #expect(processExitsWith: .success) {
      Request.$id.carriedByHandlers()
      Trace.$id.carriedByHandlers()
      try await TaskLocalTests().seesNamed()
    }
  }

  private func seesNamed() async throws {
    for call in HandlerCall.all where call.trigger != .rejected {
      let (source, resolver) = Promise<Int>.pending()
      let limited = source.timeout(after: .seconds(60))
      let end = Request.$id.withValue("writer") {
        Trace.$id.withValue(1) {
          call.register(limited) { [seen] in seen.write("\(Request.id) \(Trace.id)") }
        }
      }
      _ = Request.$id.withValue("settler") { resolver.fulfill(1) }
      try await end.value
      try #require(seen.entries == ["writer 1"], "\(call)")
      seen.clear()
    }
    let (source, resolver) = Promise<Int>.pending()
    Request.$id.withValue("writer") { resolver.onCancel { [seen] in seen.write(Request.id) } }
    _ = Request.$id.withValue("canceller") { source.cancel() }
    try #require(seen.entries == ["writer"])
  }

  @Test(
    "B9 B2 T2: handlers in a scope see no task-locals either, and create promises in the scope",
    .needsTracking)
  func scopes() async throws {
    try await withPromiseScope { _ in
      let scope = try #require(TrackingContext.current?.scope)
      for call in HandlerCall.all where call.trigger != .rejected {
        let (source, resolver) = Promise<Int>.pending()
        let belongs = Journal<Bool>()
        let end = call.register(source) { [seen] in
          seen.write(Request.id)
          belongs.write(TrackingContext.current?.scope === scope)
        }
        _ = Request.$id.withValue("settler") { resolver.fulfill(1) }
        try await end.value
        #expect(seen.entries == ["none"], "\(call)")
        #expect(belongs.entries == [true], "\(call)")
        seen.clear()
      }
    }
  }

  @Test(
    "B9: onCancel sees no task-locals, however the last consumer leaves, even if registered late",
    .needsImmediateTasks)
  func onCancel() async throws {
    for leave in Leaving.allCases {
      for isLate in [false, true] {
        let (promise, resolver) = Promise<Int>.pending()
        let (seen, see) = Promise<String>.pending()
        let (seenOnMain, seeOnMain) = Promise<String>.pending()
        func register() {
          resolver.onCancel { see.fulfill(Request.id) }
          resolver.onCancel { @MainActor in seeOnMain.fulfill(Request.id) }
        }
        // Without a handler, the promise would be a gate, which has no work to stop.
        if isLate { resolver.onCancel {} } else { register() }
        await Request.$id.withValue("leaver") { await leave.perform(with: promise) }
        if isLate { Request.$id.withValue("late") { register() } }
        #expect(try await seen.value == "none", "\(leave), late: \(isLate)")
        #expect(try await seenOnMain.value == "none", "\(leave), late: \(isLate)")
      }
    }
  }

  @Test("B9 E1: onCancel has run when the call returns, in the isolation that it was written in")
  func atOnce() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { [seen] in seen.write("\(StackMark.isSet)") }
    StackMark.during { _ = promise.cancel() }
    #expect(seen.entries == ["true"])
    withExtendedLifetime(resolver) {}
  }

  @Test("B9 D1: attempts and decisions of a retry see the task-locals of the code that starts it")
  func operations() async throws {
    for makesPromise in [false, true] {
      let (attempts, resolvers) = pendingPromises(3)
      let retry = Request.$id.withValue("writer") {
        makesPromise
          ? Promise.retry(maxAttempts: 3, when: { [seen] in seen.decision($0, $1) }) { [seen] in
            seen.write("attempt \(Request.id)")
            return attempts[$0 - 1]
          }
          : Promise.retry(maxAttempts: 3, when: { [seen] in seen.decision($0, $1) }) { [seen] in
            seen.write("attempt \(Request.id)")
            return try await attempts[$0 - 1].value
          }
      }
      Request.$id.withValue("settler") {
        for resolver in resolvers.dropLast() { resolver.reject(TestError.first) }
        _ = resolvers[2].fulfill(1)
      }
      #expect(try await retry.value == 1)
      #expect(
        seen.entries == [
          "attempt writer", "decision writer", "attempt writer", "decision writer",
          "attempt writer",
        ])
      seen.clear()
    }
  }

  @Test("B9 D1: each item of a map sees the task-locals of the code that starts the map")
  func items() async throws {
    let (inputs, resolvers) = pendingPromises(4)
    let look: @Sendable (Int) -> Void = { [seen] _ in seen.write(Request.id) }
    let maps = Request.$id.withValue("writer") {
      [
        Promise.map(0..<4, concurrency: 1) {
          look($0)
          return inputs[$0]
        },
        Promise.map(0..<4, concurrency: 1) {
          look($0)
          return try await inputs[$0].value
        },
        Promise.mapSettled(0..<4, concurrency: 1) {
          look($0)
          return inputs[$0]
        }.map { try $0.map { try $0.get() } },
      ]
    }
    for resolver in resolvers {
      _ = Request.$id.withValue("settler") { resolver.fulfill(1) }
    }
    for map in maps { #expect(try await map.value == [1, 1, 1, 1]) }
    #expect(seen.entries == Array(repeating: "writer", count: 12))
  }

  @Test("B9 D1: a flight sees the task-locals of its first caller; its callers' handlers see none")
  func flight() async throws {
    let flights = SingleFlight<Int, Int>()
    let (work, resolver) = Promise<Int>.pending()
    let (began, begin) = Promise<Void>.pending()
    let callers = ["A", "B"].map { name in
      Request.$id.withValue(name) {
        flights.run(for: 1) { [seen] in
          seen.write("flight of \(Request.id)")
          begin.fulfill()
          return try await work.value
        }.map { [seen] value in
          seen.write("caller \(Request.id)")
          return value
        }
      }
    }
    try await began.value
    // Callers join in the order of their calls.
    _ = try await flights.run(for: 2) { 0 }.get()
    _ = Request.$id.withValue("settler") { resolver.fulfill(1) }
    for caller in callers { #expect(try await caller.value == 1) }
    #expect(seen.entries == ["flight of A", "caller none", "caller none"])
  }

  @Test("B9 D1: a flight that waits for an abandoned one to end sees its own caller's task-locals")
  func lateFlight() async throws {
    let flights = SingleFlight<Int, Int>()
    let work = FlightWork()
    let left = Request.$id.withValue("A") { flights.run(for: 1) { try await work.run("A") } }
    try await work.hasBegun()
    left.cancel()
    let callers = ["B", "C"].map { name in
      Request.$id.withValue(name) {
        flights.run(for: 1) { [seen] in
          seen.write(Request.id)
          return 2
        }
      }
    }
    try await work.isCancelled()
    // Callers join in the order of their calls.
    _ = try await flights.run(for: 2) { 0 }.get()
    Request.$id.withValue("settler") { work.end(with: 1) }
    for caller in callers { #expect(try await caller.value == 2) }
    #expect(seen.entries == ["B"])
  }

  @Test("B9: handlers have their usual priority, whatever task settles their promise")
  func priority() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let handled = source.map { _ in Task.currentPriority }
    let handledLater = source.map(.async) { _ async in Task.currentPriority }
    await Task(priority: .background) { _ = resolver.fulfill(1) }.value
    #expect(try await handled.value >= .medium)
    #expect(try await handledLater.value >= .medium)
  }
}

/// The ways in which the last consumer of a promise leaves.
private enum Leaving: CaseIterable {
  case cancelling
  case cancellingDerived
  case timingOut
  case losing
  case emptyingBag

  func perform(with promise: Promise<Int>) async {
    switch self {
    case .cancelling: promise.cancel()
    case .cancellingDerived: promise.map { $0 + 1 }.cancel()
    case .timingOut:
      let clock = ManualClock()
      let limited = promise.timeout(after: .seconds(1), clock: clock)
      await clock.advance(by: .seconds(1))
      limited.ignoreErrors()
    case .losing: Promise.race([promise, .fulfilled(1)], remaining: .cancel).ignoreErrors()
    case .emptyingBag:
      promise.map { $0 + 1 }.store(in: PromiseBag())
    }
  }
}

extension Journal<String> {
  /// The decision about a failed attempt.
  fileprivate func decision(_ error: any Error, _ attempt: Int) -> RetryDecision {
    write("decision \(Request.id)")
    return .retry
  }
}
