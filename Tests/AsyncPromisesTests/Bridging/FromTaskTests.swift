// FromTask.swift: from an existing task to a promise.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("Promise(task)", .inScope, .timeLimit(.minutes(10)))
struct FromTaskTests {
  @Test("D1: settles like the task, whether or not it has already ended")
  func settles() async throws {
    let work = WorkGate(2)
    let (first, second) = (
      Task { try await work.work(on: 1) }, Task { try await work.work(on: 0) }
    )
    let (value, failure) = (Promise(first), Promise(second))
    work.finish(1)
    work.fail(0, with: TestError.first)
    #expect(try await value.value == 10)
    await #expect(throws: TestError.first) { try await failure.value }
    #expect(try await Promise(first).get() == 10)
  }

  @Test("D1: accepts a task that can't fail")
  func neverFails() async throws {
    let task: Task<Int, Never> = Task { 1 }
    #expect(try await Promise(task).get() == 1)
  }

  @Test("E1 E2: cancelling or abandoning the promise cancels the task", arguments: [false, true])
  func cancelled(downstream: Bool) async throws {
    let work = WorkGate(1)
    let task = Task { try await work.stubbornWork(on: 0) }
    let promise = Promise(task)
    try await work.started(0)
    #expect(downstream ? promise.map { $0 }.cancel() : promise.cancel())
    #expect(promise.isStopped)
    try await work.cancelled(0)
    work.finish(0)
    #expect(try await task.value == 0)
  }

  @Test("E1: cancelling the promise immediately after creating it also cancels the task")
  func cancelledAtOnce() async throws {
    let work = WorkGate(1)
    let task = Task { try await work.stubbornWork(on: 0) }
    #expect(Promise(task).cancel())
    try await work.cancelled(0)
    work.finish(0)
    _ = await task.result
  }

  @Test("E3: a cancelled wait, and consumers that leave a shielded promise, don't cancel the task")
  func observers() async throws {
    let work = WorkGate(1)
    let task = Task { try await work.work(on: 0) }
    let promise = Promise(task).shielded()
    let waiting = await startWaiting(for: promise)
    waiting.cancel()
    _ = await waiting.result
    #expect(promise.map { $0 }.cancel())
    #expect(!task.isCancelled)
    work.finish(0)
    #expect(try await promise.value == 0)
  }

  @Test("the task's captures are released when it ends, even if the promise lives on")
  func lifetime() async throws {
    let (promise, freed) = tracking { object in
      Promise(
        Task {
          object.use()
          return 1
        })
    }
    #expect(try await promise.value == 1)
    try await freed.value
    #expect(promise.outcome == .fulfilled(1))
  }
}
