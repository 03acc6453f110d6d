// WaitForPromises.swift: the wait for every promise of the process, on separate threads. Each
// test runs in its own process, where nothing else is pending.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import Foundation
import TestSupport
import Testing

@Suite("waitForPromises", .needsTracking, .timeLimit(.minutes(10)))
struct WaitForPromisesTests {
  @Test("T1: if nothing is pending, it returns immediately, whatever the timeout")
  func nothing() async {
    await #expect(processExitsWith: .success) {
      for timeout in [Duration.zero, .seconds(-1), .seconds(Int64.max), long] {
        let isSettled = await onThread { waitForPromises(timeout: timeout) }
        precondition(isSettled, "\(timeout)")
      }
      _ = try await Promise.fulfilled(1).map { $0 + 1 }.get()
      let isSettled = await onThread { waitForPromises(timeout: long) }
      precondition(isSettled)
    }
  }

  @Test("T1: it waits for handlers and operations, on the global executor and the main actor")
  func handlers() async {
    await #expect(processExitsWith: .success) {
      let gate = Gate()
      let log = Journal<String>()
      let (promise, resolver) = Promise<Int>.pending()
      promise.tap { _ in log.write("nonisolated") }
        .tap { @MainActor _ in log.write("main") }
        .then { _ in Promise { log.write("inner") } }
        .map(.async) { @MainActor in
          await gate.pass()
          log.write("asynchronous")
        }
        .done {
          _ = Promise {
            await gate.pass()
            log.write("made by a handler")
          }
        }
      let waiting = await startWaiting()
      precondition(log.entries.isEmpty)
      resolver.fulfill(1)
      gate.open()
      let isSettled = await waiting.value
      precondition(isSettled)
      let expected = ["nonisolated", "main", "inner", "asynchronous", "made by a handler"]
      precondition(log.entries == expected, "\(log.entries)")
    }
  }

  @Test("T1: it waits for the operation of a promise that was cancelled")
  func cancelledOperation() async {
    await #expect(processExitsWith: .success) {
      let gate = Gate()
      let log = Journal<String>()
      let promise = Promise {
        await gate.pass()
        log.write("end")
      }
      promise.cancel()
      let isSettled = await onThread { waitForPromises(timeout: .zero) }
      precondition(!isSettled)
      let waiting = await startWaiting()
      gate.open()
      let isSettledNow = await waiting.value
      precondition(isSettledNow && log.entries == ["end"])
    }
  }

  @Test("T1: it waits for promises created in scopes too")
  func scopes() async {
    await #expect(processExitsWith: .success) {
      let gate = Gate()
      try await withPromiseScope(leftovers: .allow) { _ in
        _ = Promise { await gate.pass() }
      }
      let isSettled = await onThread { waitForPromises(timeout: .zero) }
      precondition(!isSettled)
      let waiting = await startWaiting()
      gate.open()
      let isSettledNow = await waiting.value
      precondition(isSettledNow)
    }
  }

  @Test("T1: several threads can wait at the same time, repeatedly")
  func severalThreads() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<20 {
        let (promise, resolver) = Promise<Int>.pending()
        let log = Journal<Int>()
        promise.done { @MainActor in log.write($0) }
        var waiting: [Task<Bool, Never>] = []
        for _ in 0..<4 { waiting.append(await startWaiting()) }
        resolver.fulfill(1)
        for task in waiting {
          let isSettled = await task.value
          precondition(isSettled)
        }
        precondition(log.entries == [1])
      }
    }
  }

  @Test("T1: on the main actor in a task, it waits for everything but main-actor handlers")
  func mainActorWithinTask() async {
    await #expect(processExitsWith: .success) {
      let log = Journal<String>()
      let (promise, resolver) = Promise<Int>.pending()
      promise.then { _ in Promise { log.write("operation") } }.done { log.write("handler") }
      Thread.detachNewThread { resolver.fulfill(1) }
      let isSettled = await waitOnMainActor(timeout: long)
      precondition(isSettled && log.entries == ["operation", "handler"], "\(log.entries)")

      // The handler is queued behind the waiting task.
      let isSettledToo = await waitOnMainActor(timeout: .milliseconds(10)) {
        Promise.fulfilled(1).done { @MainActor _ in log.write("main") }
      }
      precondition(!isSettledToo)
      let isSettledAfter = await onThread { waitForPromises(timeout: long) }
      precondition(isSettledAfter && log.entries.last == "main", "\(log.entries)")
    }
  }

  @Test("T1: with a timeout of zero or less, it checks once")
  func noTime() async {
    await #expect(processExitsWith: .success) {
      let (promise, resolver) = Promise<Int>.pending()
      for timeout in [Duration.zero, .nanoseconds(-1), .seconds(Int64.min)] {
        let isSettled = await onThread { waitForPromises(timeout: timeout) }
        precondition(!isSettled, "\(timeout)")
      }
      resolver.fulfill(1)
      _ = try await promise.value
      let isSettled = await onThread { waitForPromises(timeout: long) }
      precondition(isSettled)
    }
  }

  @Test("T1 T3: when time is up, it returns false and prints pending promises to standard error")
  func timeIsUp() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let (promise, resolver) = makeToken()
      promise.done { @MainActor _ in }
      let isSettled = await onThread { waitForPromises(timeout: .milliseconds(10)) }
      precondition(!isSettled)
      precondition(promise.resultIfSettled == nil, "The promise stays pending.")
      resolver.fulfill(1)
      let isSettledNow = await onThread { waitForPromises(timeout: long) }
      precondition(isSettledNow)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let report = Report(text)
    #expect(
      report.lines.first?.wholeMatch(
        of: #/\w+/WaitForPromisesTests.swift:\d+: Promises did not settle within 0.01 seconds./#)
        != nil)
    #expect(
      report.lines.contains(
        "#1 pending “token” at \(tokenLine), … old: waits for its resolver; needed by #2"))
    #expect(
      report.lines.contains { $0.hasPrefix("  #2 done at ") && $0.hasSuffix(": waits for #1") })
    #expect(text.components(separatedBy: "did not settle").count == 2, "The second wait is silent.")
  }

  @Test("T1: called by a handler, it traps with a message, because it would wait for itself")
  func insideHandler() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let end = Promise.fulfilled(1).map { _ in waitForPromises(timeout: long) }
      _ = await end.result
    }
    try expectSentence(result)
  }

  @Test("T1: called by an operation, it traps as well")
  func insideOperation() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let end = Promise { waitForEver() }
      _ = await end.result
    }
    try expectSentence(result)
  }

  private func expectSentence(_ result: ExitTest.Result?) throws {
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    // An optimized build traps without a message.
    #if DEBUG
      #expect(
        text.contains(
          "A handler can't wait for all promises, because its own is one of them: "
            + "call waitForPromises(timeout:) from the test."))
    #endif
  }

  @Test("T1 T5: a promise made before tracking was on doesn't count, but its later handlers do")
  func madeBefore() async {
    await #expect(processExitsWith: .success) {
      Tracking.stop()
      let (promise, resolver) = Promise<Int>.pending()
      let untracked = promise.map { $0 }
      Tracking.start()
      let isSettled = await onThread { waitForPromises(timeout: .zero) }
      precondition(isSettled)
      let log = Journal<Int>()
      untracked.done { log.write($0) }
      let isSettledNow = await onThread { waitForPromises(timeout: .zero) }
      precondition(!isSettledNow)
      let waiting = await startWaiting()
      resolver.fulfill(1)
      let isSettledLater = await waiting.value
      precondition(isSettledLater && log.entries == [1])
    }
  }

  @Test(
    "H3: the list of all promises includes those inside and outside scopes",
    .needsTaskExecutors)
  func dumpPending() async {
    await #expect(processExitsWith: .success) {
      precondition(Promise.dumpPending() == "Nothing is pending.")
      let (promise, resolver) = makeToken()
      let made = try await withPromiseScope(leftovers: .allow) { scope in
        let made = makeToken()
        precondition(Report(scope.dumpPending()).lines.count == 1)
        return made
      }
      let line = "pending “token” at \(tokenLine), … old: waits for its resolver"
      let lines = Report(Promise.dumpPending()).lines
      precondition(lines == ["#1 \(line)", "#2 \(line)"], "\(lines)")
      resolver.fulfill(1)
      made.resolver.fulfill(1)
      _ = try await promise.value
      precondition(Promise.dumpPending() == "Nothing is pending.")
    }
  }
}

private let tokenLine = "\(#fileID):\(#line + 4)"

/// A function, because line numbers inside a macro differ from those in the source.
private func makeToken() -> (promise: Promise<Int>, resolver: Resolver<Int>) {
  Promise<Int>.pending(name: "token")
}

@MainActor
private func waitOnMainActor(timeout: Duration, after body: () -> Void = {}) -> Bool {
  body()
  return waitForPromises(timeout: timeout)
}

private func waitForEver() -> Bool {
  waitForPromises(timeout: long)
}

/// Starts a thread that waits for all promises, and returns when the wait is about to begin.
private func startWaiting() async -> Task<Bool, Never> {
  let begun = Gate()
  let waiting = Task {
    await onThread {
      begun.open()
      return waitForPromises(timeout: long)
    }
  }
  await begun.pass()
  return waiting
}
