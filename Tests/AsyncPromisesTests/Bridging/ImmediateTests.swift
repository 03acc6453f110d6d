// Immediate.swift: an operation that starts within the call that creates its promise.

import TestSupport
import Testing

@testable import AsyncPromises

@Suite("Promise.immediate", .inScope, .timeLimit(.minutes(10)))
struct ImmediateTests {
  @Test(
    "D1: the operation runs within the call up to its first suspension", .needsImmediateTasks,
    .enabled(if: tasksStartInPlace)
  )
  func inPlace() async throws {
    let log = Journal<String>()
    let (gate, open) = Promise<Void>.pending()
    let promise = Promise.immediate {
      log.write("begun")
      try await gate.value
      log.write("ended")
      return 7
    }
    log.write("returned")
    open.fulfill()
    #expect(try await promise.value == 7)
    #expect(log.entries == ["begun", "returned", "ended"])
  }

  @Test(
    "D1: an operation that doesn't suspend has settled the promise", .needsImmediateTasks,
    .enabled(if: tasksStartInPlace))
  func settled() async {
    #expect(Promise.immediate { 7 }.outcome == .fulfilled(7))
    let failed = Promise<Int>.immediate { throw TestError.first }
    #expect(failed.outcome == .rejected(.first))
    let following = Promise.immediate { Promise.fulfilled(8) }
    #expect(following.outcome == .fulfilled(8))
  }

  @Test(
    "D1: a main-actor operation starts within a call on the main actor",
    .needsImmediateTasks)
  @MainActor
  func onMain() async throws {
    let log = Journal<String>()
    let promise = Promise.immediate {
      MainActor.assertIsolated()
      log.write("begun")
    }
    log.write("returned")
    try await promise.value
    #expect(log.entries == (tasksStartInPlace ? ["begun", "returned"] : ["returned", "begun"]))
  }

  @Test("D1 B2: an operation isolated to another actor starts there, later")
  func elsewhere() async throws {
    for _ in 0..<100 {
      let number = try await Promise.immediate { @MainActor in
        MainActor.assertIsolated()
        return 7
      }.get()
      #expect(number == 7)
    }
    let desk = Desk()
    try await desk.startImmediately().get()
  }

  @Test("D1: the operation has its caller's task-locals, and the requested priority and name")
  func context() async throws {
    try await Tag.$current.withValue("here") {
      let tag = try await Promise.immediate { Tag.current }.get()
      #expect(tag == "here")
    }
    let priority = try await Promise.immediate(priority: .high) { Task.currentPriority }.get()
    #expect(priority >= .high)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      let name = try await Promise.immediate(name: "clerk") { Task.name }.get()
      #expect(name == "clerk")
    }
  }

  @Test("E1 E5: a cancellation reaches the task, and the promise that it returned")
  func cancelled() async throws {
    let (stopped, stop) = Promise<Void>.pending()
    let (never, resolver) = Promise<Int>.pending()
    let promise = Promise.immediate {
      try await withTaskCancellationHandler {
        try await never.value
      } onCancel: {
        stop.fulfill()
      }
    }
    #expect(promise.cancel())
    try await stopped.value
    let work = pendingWork()
    let following = Promise.immediate { work.promise }
    #expect(following.cancel())
    while !work.promise.isStopped { await Task.yield() }
    #expect(work.promise.isAbandoned)
    withExtendedLifetime((resolver, work.resolver)) {}
  }

  @Test("B6: the operation is released when it has ended")
  func released() async throws {
    let (promise, freed) = tracking { object in Promise.immediate { object.use() } }
    try await promise.value
    try await freed.value
  }
}

private enum Tag {
  @TaskLocal static var current = "nowhere"
}

extension Desk {
  fileprivate func startImmediately() -> Promise<Void> {
    Promise.immediate {
      self.assertIsolated()
      await Task.yield()
      self.assertIsolated()
    }
  }
}
