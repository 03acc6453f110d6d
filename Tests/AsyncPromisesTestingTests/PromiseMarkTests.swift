// WaitForPromises.swift: leftovers of one test don't fail later ones.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("Waiting since a mark", .needsTracking, .timeLimit(.minutes(10)))
struct PromiseMarkTests {
  @Test("T1: promises from before the mark aren't waited for, nor are those they create later")
  func before() async {
    await #expect(processExitsWith: .success) {
      let gate = Gate()
      let (left, resolver) = Promise<Int>.pending(name: "left")
      left.done { _ in
        Promise { await gate.pass() }.done {}
      }
      let isSettled = await onThread { waitForPromises(timeout: .zero) }
      precondition(!isSettled)

      let mark = PromiseMark()
      let isSettledSince = await onThread { waitForPromises(timeout: long, since: mark) }
      precondition(isSettledSince)
      resolver.fulfill(1)
      let isSettledStill = await onThread { waitForPromises(timeout: long, since: mark) }
      precondition(isSettledStill)
      let isAllSettled = await onThread { waitForPromises(timeout: .zero) }
      precondition(!isAllSettled, "Without a mark, all promises are waited for.")
      gate.open()
      let isAllSettledNow = await onThread { waitForPromises(timeout: long) }
      precondition(isAllSettledNow)
    }
  }

  @Test("T1: promises from after the mark are waited for, and so are those they create")
  func after() async {
    await #expect(processExitsWith: .success) {
      let (left, resolver) = Promise<Int>.pending()
      let mark = PromiseMark()
      let log = Journal<Int>()
      Promise.delay(for: .milliseconds(5)).done { _ in
        Promise { @MainActor in await Task.yield() }.done { log.write(1) }
      }
      let isSettled = await onThread { waitForPromises(timeout: long, since: mark) }
      precondition(isSettled && log.count == 1)
      precondition(left.resultIfSettled == nil)
      resolver.fulfill(1)
    }
  }

  @Test(
    "T3: the report lists leftovers from after the mark, and older ones separately",
    .needsTaskExecutors)
  func report() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let (_, oldResolver) = Promise<Int>.pending(name: "old")
      let mark = PromiseMark()
      let (_, newResolver) = Promise<Int>.pending(name: "new")
      let isSettled = await onThread { waitForPromises(timeout: .milliseconds(1), since: mark) }
      precondition(!isSettled)
      oldResolver.fulfill(1)
      newResolver.fulfill(1)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let lines = Report(text).lines
    try #require(lines.count >= 4, "\(lines)")
    #expect(lines[0].hasSuffix(": Promises did not settle within 0.001 seconds."))
    #expect(lines[1].hasPrefix("#2 pending “new” at "))
    #expect(lines[2] == "Other pending promises, created before the mark or elsewhere:")
    #expect(lines[3].hasPrefix("#1 pending “old” at "))
  }

  @Test(
    "T4: outside scopes, an advance waits for promises created since the last mark",
    .needsTaskExecutors)
  func advance() async {
    await #expect(processExitsWith: .success) {
      let clock = ManualClock()
      _ = PromiseMark()
      let log = Journal<Int>()
      Promise.delay(for: .seconds(1), clock: clock).map { @MainActor in 1 }.done { log.write($0) }
      await clock.advance(by: .seconds(1))
      precondition(log.entries == [1])
    }
  }
}
