// Await.swift: a waiter with a higher priority escalates the task inside the promise.

import AsyncPromisesSharing
import TestSupport
import Testing

@testable import AsyncPromises

@Suite("Escalation", .timeLimit(.minutes(10)), .needsImmediateTasks)
struct EscalationTests {
  /// A promise whose work is done by a task.
  enum Kind: CaseIterable, Sendable {
    case operation, immediate, retry, map, then, recover

    func make(
      _ work: @escaping @Sendable () async -> TaskPriority
    ) -> Promise<TaskPriority> {
      switch self {
      case .operation: Promise(priority: .low) { await work() }
      case .immediate: Promise.immediate(priority: .low) { await work() }
      case .retry: Promise.retry(maxAttempts: 1) { _ in await work() }
      case .map: Promise.fulfilled(()).map(.async) { await work() }
      case .then: Promise.fulfilled(()).then(.async) { Promise.fulfilled(await work()) }
      case .recover:
        Promise<TaskPriority>.rejected(TestError.first).recover(.async) { _ in await work() }
      }
    }
  }

  @Test("C4: a waiter escalates the task inside the promise", arguments: Kind.allCases)
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func raised(_ kind: Kind) async throws {
    let (before, tellBefore) = Promise<TaskPriority>.pending()
    let promise = kind.make {
      tellBefore.fulfill(Task.currentPriority)
      return await highPriority()
    }
    #expect(try await before.value < .high)
    // The work starts before the promise knows its task.
    while promise.cell.task == nil { await Task.yield() }
    let waiting = await startWaiting(for: promise, priority: .high)
    #expect(try await waiting.value >= .high)
  }

  @Test(
    "C4: escalating a waiter escalates the task", arguments: [Kind.operation, .map])
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func raisedLater(_ kind: Kind) async throws {
    let promise = kind.make { await highPriority() }
    while promise.cell.task == nil { await Task.yield() }
    let waiting = await startWaiting(for: promise, priority: .medium)
    waiting.escalatePriority(to: .high)
    #expect(try await waiting.value >= .high)
  }

  @Test("C4: escalating a waiter that starts before the handler escalates the handler's task")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func beforeHandler() async throws {
    let (source, resolver) = Promise<Void>.pending()
    let promise = source.map(.async) { await highPriority() }
    let waiting = await startWaiting(for: promise, priority: .medium)
    resolver.fulfill(())
    while promise.cell.task == nil { await Task.yield() }
    waiting.escalatePriority(to: .high)
    #expect(try await waiting.value >= .high)
  }

  @Test("C5: a waiter escalates the items of a map")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func items() async throws {
    let map = await Task.detached(priority: .low) {
      Promise.map(0..<3, concurrency: 1) { _ in await highPriority() }
    }.value
    let waiting = await startWaiting(for: map, priority: .high)
    #expect(try await waiting.value.allSatisfy { $0 >= .high })
    let settled = await Task.detached(priority: .low) {
      Promise.mapSettled(0..<3, concurrency: 1) { _ in await highPriority() }
    }.value
    let others = await startWaiting(for: settled, priority: .high)
    #expect(try await others.value.count == 3)
  }

  /// Calls whose promise follows the one that their operation returns.
  enum Passing: CaseIterable {
    case limiter, flight, twoLimiters, limiterInFlight, flightInLimiter, retry, secondAttempt
    case limiterInRetry

    func run(_ make: @escaping @Sendable () -> Promise<TaskPriority>) -> Promise<TaskPriority> {
      let (limiter, flights) = (PromiseLimiter(limit: 1), SingleFlight<Int, TaskPriority>())
      return switch self {
      case .limiter: limiter.run { make() }
      case .flight: flights.run(for: 1) { make() }
      case .twoLimiters: limiter.run { PromiseLimiter(limit: 1).run { make() } }
      case .limiterInFlight: flights.run(for: 1) { limiter.run { make() } }
      case .flightInLimiter: limiter.run { flights.run(for: 1) { make() } }
      case .retry: Promise.retry(maxAttempts: 1) { _ in make() }
      case .secondAttempt:
        Promise.retry(maxAttempts: 2) { $0 == 1 ? .rejected(TestError.first) : make() }
      case .limiterInRetry: Promise.retry(maxAttempts: 1) { _ in limiter.run { make() } }
      }
    }
  }

  @Test(
    "C5: a waiter escalates the work behind a promise that an operation has already returned",
    arguments: Passing.allCases, [false, true])
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func passedThrough(_ call: Passing, forOperation: Bool) async throws {
    let (begun, resolver) = Promise<Void>.pending()
    let promise = await Task.detached(priority: .low) {
      call.run {
        PromiseLimiter(limit: 1).run {
          resolver.fulfill(())
          return await highPriority()
        }
      }
    }.value
    // At high priority: on a busy machine, each turn takes a long time at a lower priority.
    try await Task(priority: .high) {
      try await begun.value
      // The enclosing operations return soon, if they haven't already.
      for _ in 0..<10 where promise.cell.state.phase == .pending { await Task.yield() }
      if forOperation {
        try await promise.waitForOperation()
      } else {
        _ = await startWaiting(for: promise, priority: .high)
      }
    }.value
    #expect(try await promise.value >= .high)
  }

  @Test("C4: escalating tasks while promises settle, are cancelled and follow others is safe")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func stress() async {
    for _ in 0..<200 {
      let (source, resolver) = Promise<Int>.pending()
      let (outer, outerResolver) = Promise<Int>.pending()
      let derived = Promise.race([source.map { $0 }, outer.map(.async) { $0 }]).map(.async) { $0 }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask(priority: .high) { _ = await derived.map(.async) { $0 }.result }
        }
        group.addTask { outerResolver.follow(source) }
        group.addTask { derived.map { $0 }.cancel() }
        group.addTask { resolver.fulfill(1) }
      }
    }
  }
}

/// ThreadSanitizer doesn't see the lock with which the runtime hands a handler of escalations to
/// the thread that calls it.
private let handedOver = Locked(())

/// Returns when the task has been escalated, or after three minutes.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
func highPriority() async -> TaskPriority {
  let (escalated, resolver) = Promise<Void>.pending()
  handedOver.withLock { _ in }
  await withTaskPriorityEscalationHandler {
    guard Task.currentPriority < .high else { return }
    _ = await escalated.timeout(after: .seconds(180)).result
  } onPriorityEscalated: { _, priority in
    handedOver.withLock { _ in }
    if priority >= .high { resolver.fulfill(()) }
  }
  return Task.currentPriority
}
