// PromiseScope.swift: what a scope waits for, and how its waits end.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite("PromiseScope", .needsTracking, .timeLimit(.minutes(10)))
struct PromiseScopeTests {
  // MARK: What it waits for

  @Test("T2: settle waits for this work:", arguments: Work.all)
  func waits(for work: Work) async throws {
    let log = Journal<String>()
    try await withPromiseScope(reports: work.reports) { scope in
      let gate = Gate()
      await work.start(gate, log)
      #expect(try await scope.lookedAt() != "")
      #expect(log.entries.isEmpty)
      gate.open()
      try await scope.settle(within: long)
      #expect(log.entries == Array(repeating: "end", count: work.ends))
      #expect(scope.dumpPending() == "Nothing is pending.")
    }
  }

  @Test("T2: a wait that has begun ends with this work, not before:", arguments: Work.all)
  func endsAfter(_ work: Work) async throws {
    let log = Journal<String>()
    try await withPromiseScope(reports: work.reports) { scope in
      let gate = Gate()
      await work.start(gate, log)
      let settling = await startSettling(scope) { log.write("settled") }
      gate.open()
      try await settling.value
      #expect(log.entries == Array(repeating: "end", count: work.ends) + ["settled"])
    }
  }

  @Test("T2: settle waits for timers of delay, timeout and retry on a ManualClock")
  func timersOfManualClock() async throws {
    let clock = ManualClock()
    let log = Journal<String>()
    try await withPromiseScope { scope in
      let (slow, resolver) = Promise<Int>.pending()
      resolver.onCancel {}  // so the time limit has work to stop
      Promise.delay(for: .seconds(1), clock: clock).done { log.write("delay") }
      Promise.fulfilled(1).delay(by: .seconds(2), clock: clock).done { _ in log.write("by") }
      slow.timeout(after: .seconds(3), clock: clock).catch { _ in log.write("timeout") }
      let retry = Promise.retry(maxAttempts: 2, backoff: .constant(.seconds(4)), clock: clock) {
        if $0 == 1 { throw PromiseError.invalid }
      }
      retry.done { log.write("retry") }
      for seconds in 1...4 {
        #expect(try await scope.lookedAt() != "")
        await clock.advance(by: .seconds(1))
        #expect(log.count == seconds)
      }
      try await scope.settle(within: long)
      #expect(log.entries == ["delay", "by", "timeout", "retry"])
      withExtendedLifetime(resolver) {}
    }
  }

  @Test("T2: settle waits for timers of delay, timeout and retry in real time")
  func realTimers() async throws {
    let log = Journal<String>()
    let short = Duration.milliseconds(10)
    try await withPromiseScope { scope in
      let (slow, resolver) = Promise<Int>.pending()
      resolver.onCancel {}  // so the time limit has work to stop
      Promise.delay(for: short).done { log.write("delay") }
      slow.timeout(after: short).catch { _ in log.write("timeout") }
      Promise.retry(maxAttempts: 2, backoff: .constant(short)) {
        if $0 == 1 { throw PromiseError.invalid }
      }.done { log.write("retry") }
      try await scope.settle(within: long)
      #expect(Set(log.entries) == ["delay", "timeout", "retry"])
      withExtendedLifetime(resolver) {}
    }
  }

  @Test("T2: an empty scope settles immediately, and so does one that has already settled")
  func empty() async throws {
    try await withPromiseScope { scope in
      try await scope.settle(within: .zero)
      _ = Promise.fulfilled(1)
      try await scope.settle(within: .zero)
      _ = try await Promise.fulfilled(1).map { $0 }.get()
      try await scope.settle(within: long)
      try await scope.settle(within: .zero)
    }
  }

  @Test("T2: settle can be called repeatedly and concurrently")
  func severalWaits() async throws {
    try await withPromiseScope { scope in
      for _ in 0..<10 {
        let (promise, resolver) = Promise<Int>.pending()
        let log = Journal<Int>()
        promise.done { log.write($0) }
        var waits: [Task<Void, any Error>] = []
        for _ in 0..<4 { waits.append(await startSettling(scope)) }
        resolver.fulfill(1)
        for wait in waits { try await wait.value }
        #expect(log.entries == [1])
      }
    }
  }

  @Test("T2 A7: a loop of `then`s leaves nothing behind, though each round's promise is released")
  func loop() async throws {
    @Sendable func round(_ left: Int) -> Promise<Int> {
      Promise { left }.then { left in left == 0 ? .fulfilled(7) : round(left - 1) }
    }
    try await withPromiseScope { scope in
      let log = Journal<Int>()
      round(1_000).done { log.write($0) }
      try await scope.settle(within: long)
      #expect(log.entries == [7])
      #expect(scope.dumpPending() == "Nothing is pending.")
    }
  }

  // MARK: Results

  @Test("T2: the body's value is returned, and its error is thrown")
  func results() async throws {
    #expect(try await withPromiseScope { _ in 7 } == 7)
    await #expect(throws: PromiseError.self) {
      try await withPromiseScope { _ in throw PromiseError.invalid }
    }
    let reference = NotSendable()
    let same = try await withPromiseScope { _ in reference }
    #expect(same === reference)
  }

  @Test("T2: the body runs on the caller's actor")
  func isolation() async throws {
    #expect(try await Desk().runsBodyHere())
    try await onMainActor()
  }

  @MainActor
  private func onMainActor() async throws {
    var count = 0
    try await withPromiseScope { scope in
      MainActor.assertIsolated()
      count += 1
      let (promise, resolver) = Promise<Int>.pending()
      promise.done { count += $0 }
      resolver.fulfill(1)
      try await scope.settle(within: long)
      MainActor.assertIsolated()
      count += 1
    }
    #expect(count == 3)
  }

  // MARK: How waits end

  @Test("T2: a cancelled wait ends with CancellationError, and the work continues")
  func cancelledWait() async throws {
    try await withPromiseScope { scope in
      let (promise, resolver) = Promise<Int>.pending()
      let wait = await startSettling(scope)
      wait.cancel()
      await #expect(throws: CancellationError.self) { try await wait.value }
      #expect(promise.resultIfSettled == nil)
      resolver.fulfill(1)
      try await scope.settle(within: long)
    }
  }

  @Test("T2: a task that is already cancelled doesn't wait")
  func cancelledBefore() async throws {
    try await withPromiseScope { scope in
      let (promise, resolver) = Promise<Int>.pending()
      let wait = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await scope.settle(within: long)
      }
      await #expect(throws: CancellationError.self) { try await wait.value }
      #expect(promise.resultIfSettled == nil)
      resolver.fulfill(1)
    }
  }

  @Test(
    "T2: with a limit of zero or less, settle checks once",
    arguments: [Duration.zero, .nanoseconds(-1), .seconds(-1), .seconds(Int64.min)])
  func noTime(limit: Duration) async throws {
    try await withPromiseScope { scope in
      let (promise, resolver) = Promise<Int>.pending()
      let failure = try await scope.failureToSettle(within: limit)
      #expect(failure.reason == "The promise scope did not settle within \(limit).")
      resolver.fulfill(1)
      _ = try await promise.value
      try await scope.settle(within: long)
      try await scope.settle(within: limit)
    }
  }

  @Test("T2 H1: a cancelled wait leaves nothing behind that fails later")
  func afterCancelledWait() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      scope.install { _ in }
      let (promise, resolver) = Promise<Int>.pending()
      let waiting = await startSettling(scope, within: .milliseconds(20))
      waiting.cancel()
      _ = await waiting.result
      try await Promise.delay(for: .milliseconds(50)).get()
      #expect(scope.events.isEmpty)
      withExtendedLifetime((promise, resolver)) {}
    }
  }

  @Test("T2: a huge limit doesn't overflow")
  func hugeLimit() async throws {
    try await withPromiseScope { scope in
      _ = Promise { 1 }
      try await scope.settle(within: .seconds(Int64.max))
    }
  }

  @Test("T2 T3: when the time is up, the wait fails and the work continues", .needsTaskExecutors)
  func timeIsUp() async throws {
    try await withPromiseScope("checkout") { scope in
      let (promise, resolver) = Promise<Int>.pending()
      let line = #line + 1
      let failure = try await scope.failureToSettle(within: .milliseconds(5))
      #expect(failure.reason == "The promise scope “checkout” did not settle within 0.005 seconds.")
      #expect(failure.description == "\(#fileID):\(line): \(failure.reason)\n\(failure.report)")
      #expect(promise.resultIfSettled == nil)
      resolver.fulfill(1)
      try await scope.settle(within: long)
    }
  }

  @Test("T2: a scope that has ended can still be waited for")
  func afterEnd() async throws {
    let gate = Gate()
    let scope = try await withPromiseScope(leftovers: .allow) { scope in
      _ = Promise { await gate.pass() }
      return scope
    }
    #expect(try await scope.lookedAt() != "")
    gate.open()
    try await scope.settle(within: long)
    #expect(scope.events.isEmpty)
  }
}

private final class NotSendable {}

private actor Desk {
  private var count = 0

  func runsBodyHere() async throws -> Bool {
    try await withPromiseScope { scope in
      assertIsolated()
      let (promise, resolver) = Promise<Int>.pending()
      promise.done { self.count += $0 }
      resolver.fulfill(1)
      try await scope.settle(within: long)
      assertIsolated()
      return count == 1
    }
  }
}
