// PlaceInTask.swift: a limiter's place in the caller's own task.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTesting
import AsyncPromisesTracking
import Foundation
import TestSupport
import Testing

@Suite("withPlace", .inScope, .timeLimit(.minutes(10)))
struct PlaceInTaskTests {
  @Test("N1: changes local variables, and returns what isn't Sendable")
  @MainActor func inPlace() async throws {
    let limiter = PromiseLimiter(limit: 1)
    var calls = 0
    let box = try await limiter.withPlace {
      calls += 1
      return Box(calls)
    }
    #expect(box.value == 1 && calls == 1)
    #expect(limiter.runningCount == 0)
  }

  @Test("N1: keeps the error's type, and its place is free again")
  func typedError() async throws {
    let limiter = PromiseLimiter(limit: 1)
    do throws(TestError) {
      try await limiter.withPlace(orThrow: { _ in TestError.second }) { () throws(TestError) in
        throw TestError.first
      }
    } catch {
      #expect(error == .first)
    }
    await #expect(throws: TestError.first) {
      try await limiter.withPlace { throw TestError.first }
    }
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(TestError) {
        try await limiter.withPlace(orThrow: { _ in TestError.second }) { () throws(TestError) in }
        Issue.record("A cancelled task took a place.")
      } catch {
        #expect(error == .second)
      }
    }.value
    #expect(limiter.runningCount == 0)
  }

  @Test("N1 B2: stays on the caller's actor and sees its task-locals, before and after a wait")
  @MainActor func isolation() async throws {
    let (limiter, work) = (PromiseLimiter(limit: 1), WorkGate(1))
    var seen: [String] = []
    let held = limiter.run { try await work.work(on: 0) }
    try await work.started(0)
    let waiter = Task { @MainActor in
      try await Name.$current.withValue("waiter") {
        try await limiter.withPlace { [limiter] in
          MainActor.preconditionIsolated()
          seen.append("\(Name.current) \(limiter.runningCount)")
          await Task.yield()
          MainActor.preconditionIsolated()
        }
        MainActor.preconditionIsolated()
      }
    }
    await othersHaveCome()
    work.finish(0)
    try await waiter.value
    #expect(seen == ["waiter 1"])
    _ = try await held.get()
  }

  /// Optimized code, too: a call that doesn't wait must not lose its actor.
  @Test("N1 B2: stays on an actor, whether or not it waits")
  func ownActor() async throws {
    let (limiter, visitor) = (PromiseLimiter(limit: 1), Visitor())
    try await visitor.visit(limiter)
    async let first: Void = visitor.visit(limiter)
    async let second: Void = visitor.visit(limiter)
    _ = try await (first, second)
    #expect(await visitor.visits == 12)
  }

  @Test("N1: a free place costs no suspension: what comes first on the actor runs first")
  @MainActor func freePlace() async throws {
    let limiter = PromiseLimiter(limit: 1)
    var order: [Int] = []
    let other = Task { @MainActor in order.append(2) }
    try await limiter.withPlace { order.append(1) }
    await other.value
    #expect(order == [1, 2])
  }

  /// In a process of its own, without tracking. A tracked operation prefers an executor that counts
  /// its jobs, and then, the runtime enqueues it again at each call from the main actor to the main
  /// actor, also at that of its closure: a task with the next place is faster.
  @Test("N1: tasks and promises get their places in call order", arguments: [1, 2, 3])
  func order(limit: Int) async {
    await #expect(processExitsWith: .success) { [limit] in
      Tracking.stop()
      exit(try await beginInOrder(limit: limit) ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test("N1: a cancelled waiter leaves at once, never runs, and delays no others")
  @MainActor func cancelledWaiter() async throws {
    let (limiter, work) = (PromiseLimiter(limit: 1), WorkGate(1))
    let holder = limiter.run { try await work.work(on: 0) }
    let waiter = Task { @MainActor in
      try await limiter.withPlace { Issue.record("A cancelled waiter ran.") }
    }
    await othersHaveCome()
    let next = limiter.run { 1 }
    waiter.cancel()
    // The place is still taken.
    await #expect(throws: CancellationError.self) { try await waiter.value }
    #expect(limiter.waitingCount == 1 && limiter.runningCount == 1)
    work.finish(0)
    #expect(try await next.value == 1)
    #expect(try await holder.value == 0)
  }

  @Test("N1: a task that was cancelled beforehand takes no place, free or not")
  func cancelledBeforehand() async {
    let limiter = PromiseLimiter(limit: 1)
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: CancellationError.self) {
        try await limiter.withPlace { Issue.record("A cancelled task took a place.") }
      }
      await #expect(throws: CancellationError.self) {
        try await limiter.withAllPlaces { Issue.record("A cancelled task took all places.") }
      }
    }.value
    #expect(limiter.runningCount == 0)
  }

  @Test("N1 E1: a task that is cancelled later keeps its place until its closure has ended")
  func cancelledLater() async throws {
    let (limiter, work) = (PromiseLimiter(limit: 1), WorkGate(1))
    let first = Task { try await limiter.withPlace { try await work.stubbornWork(on: 0) } }
    try await work.started(0)
    let second = limiter.run { 2 }
    first.cancel()
    try await work.cancelled(0)
    #expect(limiter.waitingCount == 1)
    work.finish(0)
    #expect(try await first.value == 0)
    #expect(try await second.value == 2)
  }
}

@MainActor private func beginInOrder(limit: Int) async throws -> Bool {
  let (limiter, begun) = (PromiseLimiter(limit: limit), Journal<Int>())
  let gate = Gate()
  let holders = (0..<limit).map { _ in limiter.run { try await gate.pass() } }
  var waits: [Task<Void, any Error>] = []
  for number in 0..<20 {
    // A task of this actor comes to its call in the order of their creation.
    waits.append(
      Task { @MainActor in
        if number.isMultiple(of: 2) {
          try await limiter.withPlace {
            begun.write(number)
            await Task.yield()
          }
        } else {
          try await limiter.run { @MainActor in begun.write(number) }.get()
        }
      })
  }
  await othersHaveCome()
  guard limiter.waitingCount == 20, limiter.runningCount == limit else { return false }
  gate.open()
  for wait in waits { try await wait.value }
  for holder in holders { try await holder.get() }
  return begun.entries == Array(0..<20) && limiter.runningCount + limiter.waitingCount == 0
}

/// Returns when the main actor's other tasks have run up to where they wait.
@MainActor func othersHaveCome() async { await Task { @MainActor in }.value }

private final class Box {
  let value: Int

  init(_ value: Int) { self.value = value }
}

private actor Visitor {
  private(set) var visits = 0

  func visit(_ limiter: PromiseLimiter) async throws {
    try await limiter.withPlace { work() }
    preconditionIsolated()
    try await limiter.withPlace {
      work()
      await Task.yield()
      work()
    }
    preconditionIsolated()
    try await limiter.withAllPlaces { work() }
    preconditionIsolated()
  }

  private func work() {
    preconditionIsolated()
    visits += 1
  }
}

private enum Name {
  @TaskLocal static var current = "none"
}
