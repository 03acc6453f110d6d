// Timer.swift: the timers of the continuous clock, which share one sleep.

import Dispatch
import Foundation
import TestSupport
import Testing

@testable import AsyncPromises

@Suite("Timer", .timeLimit(.minutes(10)))
struct TimerTests {
  private let sleep = SharedSleep(now: { 0 }, startJob: { _, _ in })

  private func timer(after seconds: Int) -> SharedTimer {
    SharedTimer(after: .seconds(seconds), sleep) { _ in }
  }

  private func second(_ number: Int) -> SharedSleep.Time {
    SharedSleep.time(.seconds(number))
  }

  @Test("G: deadlines are kept in order, equal ones included, whatever the order of insertion")
  func order() {
    for count in [0, 1, 2, 3, 10, 1_000] {
      var heap = DeadlineHeap()
      for index in 0..<count { heap.insert(timer(after: index * 7_919 % 101)) }
      #expect(heap.count == count)
      var popped: [SharedSleep.Time] = []
      while let timer = heap.popFirst(until: second(101)) {
        popped.append(timer.deadline)
      }
      #expect(popped.count == count)
      #expect(popped == popped.sorted())
    }
  }

  @Test("G: timers that aren't due are kept")
  func notDue() {
    var heap = DeadlineHeap()
    for seconds in [3, 1, 2] { heap.insert(timer(after: seconds)) }
    #expect(heap.popFirst(until: 0) == nil)
    let due = heap.popFirst(until: second(1))
    #expect(due?.deadline == second(1))
    #expect(heap.popFirst(until: second(1)) == nil)
    #expect(heap.count == 2)
  }

  @Test("G: stopped timers are removed, and the others stay in order")
  func removal() {
    var heap = DeadlineHeap()
    let timers = (0..<100).map { timer(after: $0 * 37 % 100) }
    for timer in timers { heap.insert(timer) }
    for timer in timers where timer.deadline < second(50) {
      timer.stop()
    }
    heap.removeAll(where: \.isOver)
    #expect(heap.count == 50)
    #expect(heap.first?.deadline == second(50))
  }

  @Test("G: an action is called once, and then released")
  func fire() async throws {
    let (done, resolver) = Promise<Void>.pending()
    let (timer, freed) = tracking { object in
      Timer.start(ContinuousClock(), after: .nanoseconds(1), for: ValueCell<Void>()) { _ in
        object.use()
        resolver.fulfill()
      }
    }
    try await done.value
    try await freed.value
    timer.stop()
  }

  @Test("G1 G2: a stopped timer releases its action immediately")
  func stop() async throws {
    let calls = Journal<Int>()
    let timers = (0..<1_000).map { index in
      tracking { object in
        Timer.start(ContinuousClock(), after: .seconds(3_600 - index), for: ValueCell<Void>()) {
          _ in
          object.use()
          calls.write(index)
        }
      }
    }
    for (timer, _) in timers { timer.stop() }
    for (_, freed) in timers { try await freed.value }
    for (timer, _) in timers { timer.stop() }
    #expect(calls.count == 0)
  }

  @Test("G2: a blocking `onCancel` handler doesn't delay other timeouts")
  func blockedHandler() async throws {
    let (slow, slowResolver) = Promise<Int>.pending()
    let (promises, resolvers) = pendingPromises(999)
    let othersEnded = DispatchSemaphore(value: 0)
    let (handled, handledResolver) = Promise<Bool>.pending()
    slowResolver.onCancel {
      handledResolver.fulfill(othersEnded.wait(timeout: .now() + 500) == .success)
    }
    let first = slow.timeout(after: .milliseconds(1))
    let others = promises.map { $0.timeout(after: .milliseconds(20)) }
    Promise.allSettled(others).done { _ in othersEnded.signal() }
    #expect(try await handled.value)
    for promise in others + [first] { #expect(await promise.timeLimit != nil) }
    withExtendedLifetime(resolvers) {}
  }

  @Test("G2: a timer never fires within the call that finds it due")
  func foreignCall() async throws {
    let sleep = SharedSleep(ContinuousClock())
    let call = CurrentCall()
    let (fired, resolver) = Promise<Bool>.pending()
    let timer = SharedTimer(after: .zero, sleep) { _ in resolver.fulfill(call.isOurs) }
    call.make { sleep.add(timer) }
    #expect(try await !fired.value)
  }

  @Test("G: late timers don't delay an early one")
  func early() async throws {
    let late = (0..<100).map {
      Timer.start(ContinuousClock(), after: .seconds(3_600 + $0), for: ValueCell<Void>()) { _ in }
    }
    let (done, resolver) = Promise<Void>.pending()
    let early = Timer.start(ContinuousClock(), after: .microseconds(1), for: ValueCell<Void>()) {
      _ in
      resolver.fulfill()
    }
    try await done.value
    for timer in late + [early] { timer.stop() }
  }

  @Test("G2: the shared sleep retains no task-local of the code that started a timer")
  func taskLocals() {
    let sleep = SharedSleep(ContinuousClock())
    let (timer, freed) = tracking { object in
      Caller.$local.withValue(object) {
        sleep.start(after: .seconds(3_600)) { _ in }
      }
    }
    #expect(freed.isOpen)
    timer.stop()
  }
}

private enum Caller {
  @TaskLocal static var local: Tracked?
}

/// Detects whether code runs on the stack of a call.
private final class CurrentCall: @unchecked Sendable {
  private let lock = NSLock()
  private var thread: Thread?

  func make(_ call: () -> Void) {
    lock.withLock { thread = Thread.current }
    call()
    lock.withLock { thread = nil }
  }

  var isOurs: Bool { lock.withLock { thread == Thread.current } }
}
