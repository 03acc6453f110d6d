// Tasks whose consumers leave: which work is stopped, and what later consumers hear.

import AsyncPromises
import AsyncPromisesTesting
import BoltsCompat
import Dispatch
import TestSupport
import Testing

@Suite("Leaving", .timeLimit(.minutes(10)))
struct LeavingTests {
  /// A task with work, whose gate opens when the work is stopped.
  private struct Work {
    let task: Task<Int>
    let resolver: AsyncPromises.Resolver<Int>
    let stopped = Gate()

    init() {
      let (ours, resolver) = AsyncPromises.Promise<Int>.pending()
      resolver.onCancel { [stopped] in stopped.open() }
      (task, self.resolver) = (Task(ours), resolver)
    }
  }

  /// A call whose continuation returns a task, which the task of the call follows.
  enum Call: CaseIterable, Sendable {
    case continueWithTask, onSuccess, onError, execute

    fileprivate func callAsFunction(on queue: DispatchQueue, returning inner: Task<Int>) -> Task<
      Int
    > {
      let executor = Executor.queue(queue)
      return switch self {
      case .continueWithTask: Task(1).continueWithTask(executor) { _ in inner }
      case .onSuccess: Task(1).continueOnSuccessWithTask(executor) { _ in inner }
      case .onError: Task(error: TestError.first).continueOnErrorWithTask(executor) { _ in inner }
      case .execute: Task.executeWithTask(executor) { inner }
      }
    }
  }

  /// How the only consumer of a task leaves.
  enum Leave: CaseIterable, Sendable {
    case cancel, get

    fileprivate func callAsFunction(_ task: Task<Int>) async {
      switch self {
      case .cancel: task.asyncPromise.cancel()
      case .get: await cancelWait { _ = try await task.asyncPromise.get() }
      }
    }
  }

  @Test(
    "E2: leaving a chain stops the work of the task that a continuation has returned",
    arguments: Call.allCases, Leave.allCases)
  func inner(call: Call, leave: Leave) async throws {
    let (work, queue) = (Work(), DispatchQueue(label: "own"))
    let outer = call(on: queue, returning: work.task)
    try await onQueue(queue) {}
    await leave(outer)
    try await work.stopped.pass()
  }

  @Test(
    "E2: a task that a continuation has returned goes on for its other consumers",
    arguments: Call.allCases, Leave.allCases)
  func sharedInner(call: Call, leave: Leave) async throws {
    let (work, queue) = (Work(), DispatchQueue(label: "own"))
    let other = work.task.continueOnSuccessWith { $0 }
    let outer = call(on: queue, returning: work.task)
    try await onQueue(queue) {}
    await leave(outer)
    work.resolver.fulfill(1)
    #expect(await other.end() == .completed(1))
    #expect(!work.stopped.isOpen)
  }

  // MARK: Shared tasks

  @Test("E2 E3: a promise with nothing to stop stays pending for who comes later")
  func gate() async throws {
    let source = TaskCompletionSource<Int>()
    let gate = source.task
    await Leave.get(gate)
    #expect(gate.outcome == .pending)
    let later = gate.continueOnSuccessWith { $0 + 1 }
    source.set(result: 1)
    #expect(await later.end() == .completed(2))
  }

  @Test("E2 E3 H2: who comes when the work was stopped hears so, and is reported", .needsTracking)
  func abandoned() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      let (work, heard) = (Work(), Journal<Outcome>())
      await Leave.get(work.task)
      try await work.stopped.pass()
      work.task.continueWith { heard.write($0.outcome) }
      try await scope.settle(within: .seconds(500))
      #expect(heard.entries == [.abandoned])
      #expect(scope.events.contains { if case .abandonedPromise = $0 { true } else { false } })
    }
  }

  @Test(
    "E3: consumers of a shielded promise and waits for a value come and go; the work goes on",
    arguments: [true, false])
  func shielded(isShielded: Bool) async throws {
    let work = Work()
    if isShielded {
      let shared = work.task.shielded()
      for leave in Leave.allCases { await leave(shared.continueOnSuccessWith { $0 }) }
      await Leave.get(shared)
    } else {
      await cancelWait { _ = try await work.task.asyncPromise.value }
    }
    let later = work.task.continueOnSuccessWith { $0 + 1 }
    work.resolver.fulfill(1)
    #expect(await later.end() == .completed(2))
    #expect(!work.stopped.isOpen)
  }
}
