// The order in which a limiter's operations begin.

import AsyncPromises
import AsyncPromisesSharing
import AsyncPromisesTracking
import Dispatch
import Foundation
import TestSupport
import Testing

/// Each test has a process of its own, without tracking: operations of tracked promises are
/// enqueued by an executor that counts their jobs.
@Suite("Order of operations", .timeLimit(.minutes(10)))
struct OrderOfOperationsTests {
  @Test("F4 C5: operations whose turns come one after the other begin in call order")
  func turns() async {
    await #expect(processExitsWith: .success) {
      Tracking.stop()
      let (limiter, gates) = (PromiseLimiter(limit: 2), [Gate(), Gate()])
      let holders = gates.map { gate in limiter.run { try await gate.pass() } }
      let operations = (1...2).map { number in limiter.run { @Stage in Stage.enter(number) } }
      Stage.shared.detainsNextThread()
      gates[0].open()
      try await Stage.shared.firstHasCome.pass()
      gates[1].open()
      for promise in holders { try await promise.get() }
      // Comes behind the second operation, if that has been enqueued.
      await Stage.shared.releasesThread()
      for promise in operations { try await promise.get() }
      exit(Stage.shared.entries == [1, 2] ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test("F4 C5: operations that are begun outside of a task begin in call order")
  func outsideOfTasks() async {
    await #expect(processExitsWith: .success) {
      Tracking.stop()
      let operations = try await onFreshThread {
        let limiter = PromiseLimiter(limit: 2)
        Stage.shared.detainsNextThread(except: Thread.current)
        return (1...2).map { number in
          let operation = limiter.run { @Stage in Stage.enter(number) }
          Stage.shared.firstHasCome.block()
          return operation
        }
      }
      for promise in operations { try await promise.get() }
      exit(Stage.shared.entries == [1, 2] ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test("F4 C5: an operation begins before a task that is enqueued later, on the main actor")
  func beforeLaterTask() async {
    await #expect(processExitsWith: .success) { await exitIfInOrder() }
    await #expect(processExitsWith: .success) {
      Named.$local.carriedByHandlers()
      await exitIfInOrder()
    }
  }
}

private enum Named {
  @TaskLocal static var local = 0
}

@MainActor
private func exitIfInOrder() async {
  Tracking.stop()
  let order = Journal<Int>()
  let operation = PromiseLimiter(limit: 1).run { @MainActor in order.write(1) }
  await Task { @MainActor in order.write(2) }.value
  _ = await operation.result
  exit(order.entries == [1, 2] ? EXIT_SUCCESS : EXIT_FAILURE)
}

/// An actor that can detain a thread which is about to enqueue a job, until another operation has
/// begun, or the test releases it.
@globalActor
private actor Stage {
  static let shared = Stage()

  private let executor = QueueExecutor()
  private let order = Journal<Int>()
  private let exempt = Locked<ObjectIdentifier??>(nil)
  private let isReleased = Gate()
  /// Opened when the first operation is enqueued, or its thread is detained.
  nonisolated let firstHasCome = Gate()

  nonisolated var entries: [Int] { order.entries }

  /// - Parameter exempt: a thread that is not detained. The actor's own isn't, either.
  nonisolated func detainsNextThread(except exempt: Thread? = nil) {
    self.exempt.withLock { $0 = .some(exempt.map { ObjectIdentifier($0) }) }
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    if let exempt = exempt.withLock({ $0.take() }) {
      firstHasCome.open()
      let isExempt = ObjectIdentifier(Thread.current) == exempt || executor.queue.isCurrent
      if !isExempt { isReleased.block() }
    }
    return executor.asUnownedSerialExecutor()
  }

  func releasesThread() { isReleased.open() }

  @Stage static func enter(_ number: Int) {
    shared.order.write(number)
    shared.firstHasCome.open()
    shared.isReleased.open()
  }
}

/// Runs its jobs on a serial queue.
private final class QueueExecutor: SerialExecutor {
  let queue = MarkedQueue(DispatchQueue(label: "stage"))

  func enqueue(_ job: UnownedJob) {
    queue.queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
