// UnsettledPromises.swift and WaitGraph.swift: how the report describes running work.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite("Reports on work", .needsTracking, .timeLimit(.minutes(10)))
struct ScopeReportOfWorkTests {
  private func expect(
    _ scope: PromiseScope, _ lines: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let report = Report(try await scope.lookedAt())
    #expect(report.lines == lines, sourceLocation: sourceLocation)
  }

  // MARK: Operations and timers

  @Test("T3 H3: a promise backed by a task waits for its operation; the line names its actor")
  func operation() async throws {
    try await withPromiseScope { scope in
      let gate = Gate()
      let line = Lines()
      let token = Promise(name: "token") { await gate.pass() }
      let screen = Promise { @MainActor in await gate.pass() }
      try await expect(
        scope,
        "#1 async “token” at \(line[1]), … old: waits for its operation",
        "#2 async at \(line[2]), … old: waits for its operation on MainActor")
      gate.open()
      try await token.value
      try await screen.value
      try await scope.settle(within: long)
    }
  }

  @Test("T3 H3: a settled promise has a line if its operation hasn't ended")
  func cancelledOperation() async throws {
    try await withPromiseScope { scope in
      let gate = Gate()
      let line = Lines()
      let promise = Promise(name: "stubborn") { await gate.pass() }
      promise.cancel()
      try await expect(
        scope,
        "#1 async “stubborn” at \(line[1]), … old: settled, but its operation has not finished")
      gate.open()
      try await scope.settle(within: long)
    }
  }

  @Test("T3 H3: a delay waits for its timer, a timeout for its source")
  func timers() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let one = Promise.fulfilled(1)
      let line = Lines()
      let pause = Promise.delay(for: .seconds(7200))
      let (slow, resolver) = Promise<Int>.pending(name: "slow")
      let limited = slow.timeout(after: .seconds(7200))
      let late = one.delay(by: .seconds(7200))
      // Wait until the handler of the second delay has run.
      await ManualClock().advance(by: .zero)
      try await expect(
        scope,
        "#1 delay at \(line[1]), … old: waits for its timer",
        "#2 pending “slow” at \(line[2]), … old: waits for its resolver; needed by #3",
        "  #3 timeout at \(line[3]), … old: waits for #2",
        "#4 delay at \(line[4]), … old: waits for its timer")
      withExtendedLifetime((pause, limited, late, resolver)) {}
    }
  }

  @Test("T3 H3: timers of a ManualClock, and a retry during its pause")
  func timersOfManualClock() async throws {
    let clock = ManualClock()
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let line = Lines()
      let pause = Promise.delay(for: .seconds(7200), clock: clock)
      let retry = Promise.retry(maxAttempts: 2, backoff: .constant(.seconds(1)), clock: clock) {
        _ in throw PromiseError.invalid
      }
      await clock.sleepers(2)
      try await expect(
        scope,
        "#1 delay at \(line[1]), … old: waits for its timer",
        "#2 retry at \(line[2]), … old: waits for the pause before attempt 2 of 2")
      withExtendedLifetime((pause, retry)) {}
    }
  }

  @Test("T3 H3: a map waits for its items, and each has a line while it runs")
  func map() async throws {
    try await withPromiseScope { scope in
      let gate = Gate()
      let line = Lines()
      let map = Promise.map(0..<5, concurrency: 2) { _ in await gate.pass() }
      await ManualClock().advance(by: .zero)
      try await expect(
        scope,
        "#1 map at \(line[1]), … old: waits for its items",
        "#2 item at \(line[1]), … old: waits for its operation",
        "#3 item at \(line[1]), … old: waits for its operation")
      gate.open()
      _ = try await map.value
      try await scope.settle(within: long)
    }
  }

  // MARK: Handlers

  @Test("T3 H3: a handler that is queued on an actor")
  func queuedHandler() async throws {
    try await withPromiseScope { scope in
      let gate = Gate()
      let desk = BusyDesk()
      let line = Lines()
      _ = await desk.handle(.fulfilled(1), behind: gate)
      try await expect(scope, "#1 done at \(line[1]), … old: its handler is queued on BusyDesk")
      gate.open()
      try await scope.settle(within: long)
      #expect(await desk.handled == 1)
    }
  }

  @Test("T3 H3: a running handler")
  func runningHandler() async throws {
    try await withPromiseScope { scope in
      let log = Journal<String>()
      let line = Lines()
      Promise.fulfilled(1).done { _ in log.write(scope.dumpPending()) }
      try await scope.settle(within: long)
      Promise.fulfilled(1).done { @MainActor _ in log.write(scope.dumpPending()) }
      try await scope.settle(within: long)
      #expect(
        log.entries.map { Report($0).lines } == [
          ["#1 done at \(line[1]), … old: its handler is running"],
          ["#1 done at \(line[3]), … old: its handler is running on MainActor"],
        ])
    }
  }

  // On the main actor, so the call that settles the first promise ends before the handler runs.
  @Test("T3 H3: a running handler whose promise is already settled")
  @MainActor func runningAfterCancellation() async throws {
    try await withPromiseScope { scope in
      let log = Journal<String>()
      let own = Journal<Promise<Void>>()
      let (promise, resolver) = Promise<Int>.pending()
      let line = Lines()
      let done = promise.done { @MainActor _ in
        for promise in own.entries { promise.cancel() }
        log.write(scope.dumpPending())
      }
      own.write(done)
      resolver.fulfill(1)
      try await scope.settle(within: long)
      #expect(
        log.entries.map { Report($0).lines } == [
          ["#1 done at \(line[1]), … old: settled, but its handler has not finished"]
        ])
    }
  }

  @Test("T3 H3: a suspended asynchronous handler, with and without an actor")
  func asynchronousHandler() async throws {
    try await withPromiseScope { scope in
      let gate = Gate()
      let line = Lines()
      let here = Promise.fulfilled(1).map(.async) { _ in await gate.pass() }
      let there = Promise.fulfilled(1).map(.async) { @MainActor _ in await gate.pass() }
      // Wait until both are suspended.
      await ManualClock().advance(by: .zero)
      try await expect(
        scope,
        "#1 map at \(line[1]), … old: waits for its operation",
        "#2 map at \(line[2]), … old: waits for its operation on MainActor")
      gate.open()
      try await here.value
      try await there.value
    }
  }

  @Test("T3: a running operation that waits for its own scope is named in the report")
  func ownHandler() async throws {
    try await withPromiseScope { scope in
      let (made, failed) = (Gate(), Gate())
      let failures = Journal<any Error>()
      let line = Lines()
      let handler = Promise(name: "self") {
        await made.pass()
        do {
          try await scope.settle(within: long)
        } catch {
          failures.write(error)
        }
        failed.open()
      }
      made.open()
      await failed.pass()
      try await handler.value
      let report = try #require(failures.entries.first as? UnsettledPromises).report
      let first = try #require(Report(report).lines.first)
      #expect(first.hasPrefix("#1 async “self” at \(line[1]), … old: waits for its operation"))
    }
  }

  // MARK: All together

  @Test("T3 H3: the report of a test that hangs")
  func hungTest() async throws {
    try await withPromiseScope("checkout", leftovers: .cancel, reports: .ignore) { scope in
      let gate = Gate()
      defer { gate.open() }
      let line = Lines()
      let (token, resolver) = Promise<Int>.pending(name: "token")
      let user = token.then { _ in Promise.delay(for: .seconds(7200)) }
      let cart = Promise(name: "cart") { await gate.pass() }
      let both = Promise.all(user, cart).timeout(after: .seconds(3600))
      let shown = both.done { @MainActor _ in }
      let test = await startAwaiting(shown)
      let error = try await scope.failureToSettle(within: .milliseconds(5))
      #expect(error.description.hasPrefix("\(line[7]): The promise scope"))
      #expect(
        Report("\(error.reason)\n\(error.report)").lines == [
          "The promise scope “checkout” did not settle within 0.005 seconds.",
          "#1 pending “token” at \(line[1]), … old: waits for its resolver; needed by #2",
          "  #2 then at \(line[2]), … old: waits for #1; needed by #4",
          "    #4 all at \(line[4]), … old: waits for #2, #3; needed by #5",
          "      #5 timeout at \(line[4]), … old: waits for #4; needed by #6",
          "        #6 done at \(line[5]), … old: waits for #5; needed by 1 task",
          "#3 async “cart” at \(line[3]), … old: waits for its operation; needed by #4",
        ])
      resolver.onCancel {}  // so the promise has work that stops when its last consumer leaves
      shown.cancel()
      _ = await test.result
      await ManualClock().advance(by: .zero)
      try await expect(
        scope, "#1 async “cart” at \(line[3]), … old: settled, but its operation has not finished")
      withExtendedLifetime(resolver) {}
    }
  }
}
