// WithPromiseScope.swift: when a scope ends, it reliably waits for running work.

import AsyncPromises
import AsyncPromisesTesting
import Foundation
import TestSupport
import Testing

/// Work that ends on its own, in real time.
private struct RealWork: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let start: @Sendable (Journal<Int>) -> Void

  static let all = [
    RealWork(testDescription: "an operation that sleeps") { log in
      Promise {
        try await Task.sleep(for: .milliseconds(50))
        log.write(1)
      }.ignoreErrors()
    },
    RealWork(testDescription: "an operation on the main actor that sleeps") { log in
      Promise { @MainActor in
        try await Task.sleep(for: .milliseconds(50))
        log.write(1)
      }.ignoreErrors()
    },
    RealWork(testDescription: "a handler that sleeps") { log in
      Promise.fulfilled(()).map(.async) {
        try await Task.sleep(for: .milliseconds(50))
        log.write(1)
      }.ignoreErrors()
    },
    RealWork(testDescription: "a handler on the main actor that sleeps") { log in
      Promise.fulfilled(()).map(.async) { @MainActor in
        try await Task.sleep(for: .milliseconds(50))
        log.write(1)
      }.ignoreErrors()
    },
    RealWork(testDescription: "a handler that blocks its thread") { log in
      Promise.fulfilled(()).done {
        Thread.sleep(forTimeInterval: 0.05)
        log.write(1)
      }
    },
    RealWork(testDescription: "a delay") { log in
      Promise.delay(for: .milliseconds(50)).done { log.write(1) }
    },
    RealWork(testDescription: "a delay on another clock") { log in
      Promise.delay(for: .milliseconds(50), clock: SuspendingClock()).done { log.write(1) }
    },
    RealWork(testDescription: "the pause of a retry") { log in
      Promise.retry(maxAttempts: 2, backoff: .constant(.milliseconds(50))) { attempt in
        if attempt == 1 { throw PromiseError.invalid }
        log.write(1)
      }.ignoreErrors()
    },
    RealWork(testDescription: "a timeout") { log in
      let (never, resolver) = Promise<Void>.pending()
      resolver.onCancel {}
      never.timeout(after: .milliseconds(50)).catch { _ in
        withExtendedLifetime(resolver) { log.write(1) }
      }
    },
    RealWork(testDescription: "work that sleeps and then starts more") { log in
      Promise { try await Task.sleep(for: .milliseconds(20)) }
        .then { Promise.delay(for: .milliseconds(20)) }
        .then { _ in Promise { @MainActor in try await Task.sleep(for: .milliseconds(10)) } }
        .done { _ in log.write(1) }.ignoreErrors()
    },
  ]
}

@Suite("The end of a scope", .needsTracking, .oneAtATime, .timeLimit(.minutes(10)))
struct LeavingTests {
  @Test("T3: work that ends on its own is waited for", arguments: RealWork.all, rounds(30))
  private func endsByItself(_ work: RealWork, _ round: Int) async throws {
    let log = Journal<Int>()
    try await withPromiseScope(within: long) { _ in work.start(log) }
    #expect(log.count == 1)
  }

  @Test("T3: work that polls is waited for like any other and isn't reported")
  func polls() async throws {
    try await withPromiseScope { outer in
      try await withPromiseScope(within: long) { _ in
        _ = Promise {
          for _ in 0..<150 { try await Task.sleep(for: .milliseconds(1)) }
        }.ignoreErrors()
      }
      #expect(outer.events.isEmpty)
    }
  }

  @Test("T3: work that blocks its thread is waited for", .enabled(if: isStressRun))
  func blocks() async throws {
    let log = Journal<Int>()
    try await withPromiseScope(within: long) { _ in
      _ = Promise.fulfilled(()).done {
        Thread.sleep(forTimeInterval: 25)
        log.write(1)
      }
    }
    #expect(log.count == 1)
  }

  @Test("T3: work that takes too long fails the test, and the error says that it was running")
  func takesTooLong() async throws {
    let gate = Gate()
    let failure = await #expect(throws: UnsettledPromises.self) {
      try await withPromiseScope("upload", within: .milliseconds(20)) { _ in
        _ = Promise(name: "endless") { await gate.pass() }
      }
    }
    let error = try #require(failure)
    #expect(
      error.reason == """
        The promise scope “upload” ended while its work was running, and the work did not finish \
        within 0.02 seconds: wait with settle(within:) first, or pass leftovers: .cancel.
        """)
    #expect(error.report.contains("async “endless” at "))
    #expect(error.report.hasSuffix(": waits for its operation"))
    gate.open()
  }

  @Test("T3: work that waits for a ManualClock, in a pause or a delay, is immediately a leftover")
  func clockOfTheTest() async throws {
    let clock = ManualClock()
    let failure = await #expect(throws: UnsettledPromises.self) {
      // The limit doesn't matter: the scope fails immediately.
      try await withPromiseScope(within: .seconds(100_000)) { _ in
        _ = Promise.delay(for: .seconds(1), clock: clock)
        _ = Promise.retry(maxAttempts: 2, backoff: .constant(.seconds(1)), clock: clock) { _ in
          throw PromiseError.invalid
        }
        _ = Promise { try await clock.sleep(for: .seconds(1)) }
      }
    }
    #expect(failure?.reason.contains("that nothing in it can settle") == true)
    #expect(failure?.report.split(separator: "\n").count == 3)
    await clock.advance(by: .seconds(2))
  }

  @Test("T3: promises that wait for each other count as leftovers immediately, reported as a cycle")
  func cycle() async throws {
    let failure = await #expect(throws: UnsettledPromises.self) {
      try await withPromiseScope(within: .seconds(100_000)) { _ in
        let (first, firstResolver) = Promise<Int>.pending()
        let (second, secondResolver) = Promise<Int>.pending()
        firstResolver.follow(second.map { $0 })
        secondResolver.follow(Promise { try await first.value })
      }
    }
    #expect(failure?.report.hasPrefix("a cycle: #") == true)
  }
}
