// WithPromiseScope.swift: a test that awaits a promise that never settles gets a report.

import AsyncPromises
import AsyncPromisesTesting
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite("The limit of a scope", .needsTracking, .timeLimit(.minutes(10)))
struct ScopeLimitTests {
  @Test(
    "T3: a body that awaits a promise that never settles is cancelled; the error names it",
    arguments: rounds(300))
  func limit(_ round: Int) async throws {
    let (never, resolver) = Promise<Int>.pending(name: "screen")
    let ended = Journal<any Error>()
    var (milliseconds, report) = (20, "")
    // The body may not have started within the limit: try again with more time.
    while !report.contains("needed by 1 task"), milliseconds < 100_000 {
      let failure = await #expect(throws: UnsettledPromises.self) {
        try await withPromiseScope("start", limit: .milliseconds(milliseconds)) { _ in
          do {
            _ = try await never.map { $0 }.get()
          } catch {
            ended.write(error)
            throw error
          }
        }
      }
      let error = try #require(failure)
      let seconds = Double(milliseconds) / 1_000
      let hint =
        error.report == "Nothing is pending." ? " It waits for something other than a promise." : ""
      #expect(
        error.reason == "The promise scope “start” did not end within \(seconds) seconds.\(hint)")
      report = error.report
      milliseconds *= 10
    }
    let lines = Report(report).lines
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("#1 pending “screen” at "))
    #expect(lines[1].contains("  #2 map at "))
    #expect(lines[1].hasSuffix(": waits for #1; needed by 1 task"))
    #expect(ended.entries.first is CancellationError)
    resolver.fulfill(1)
  }

  @Test("T3: if nothing is pending, the error says that the body waits for something else")
  func withoutPromise() async throws {
    let failure = await #expect(throws: UnsettledPromises.self) {
      try await withPromiseScope("sleepy", limit: .milliseconds(10)) { _ in
        try await Task.sleep(for: .seconds(3_600))
      }
    }
    #expect(
      failure?.reason == "The promise scope “sleepy” did not end within 0.01 seconds. "
        + "It waits for something other than a promise.")
  }

  @Test("T3: a body that ends in time returns its value, or throws its error", arguments: 0..<20)
  func inTime(_ round: Int) async throws {
    final class NotSendable { var number = 0 }
    let object = NotSendable()
    let value = try await withPromiseScope(limit: long) { _ in
      object.number = try await Promise { 7 }.get()
      return object
    }
    #expect(value === object && value.number == 7)
    await #expect(throws: PromiseError.self) {
      try await withPromiseScope(limit: long) { _ in throw PromiseError.invalid }
    }
  }

  @MainActor
  @Test("T3 B2: the body of a scope with a limit runs in the test's isolation")
  func isolation() async throws {
    var number = 0
    try await withPromiseScope(limit: long) { scope in
      MainActor.assertIsolated()
      Promise { 1 }.done { number += $0 }
      try await scope.settle(within: long)
      MainActor.assertIsolated()
      number += 1
    }
    #expect(number == 2)
  }

  @Test("T3: with leftovers: .cancel, leftovers are cancelled when the limit expires")
  func leftovers() async throws {
    let made = Journal<Promise<Int>>()
    let (never, resolver) = Promise<Int>.pending()
    await #expect(throws: UnsettledPromises.self) {
      try await withPromiseScope(leftovers: .cancel, limit: .milliseconds(20)) { _ in
        made.write(never.map { $0 })
        _ = try await never.value
      }
    }
    #expect(throws: CancellationError.self) { try made.entries.first?.resultIfSettled?.get() }
    resolver.fulfill(1)
  }

  @Test("T3: if a body ignores its cancellation, its report is printed")
  func heedless() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      do {
        try await withPromiseScope("heedless", limit: .seconds(1)) { _ in
          let (_, resolver) = Promise<Int>.pending(name: "answer")
          await Task.detached { try? await Task.sleep(for: .seconds(5)) }.value
          resolver.fulfill(1)
        }
        preconditionFailure("The limit should have expired.")
      } catch is UnsettledPromises {}
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("The promise scope “heedless” did not end within 1.0 seconds.\n#"))
    #expect(text.contains("pending “answer” at "))
  }

  @Test("T3: if a body blocks the caller's actor, its report is printed too")
  func blocking() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { @MainActor in
      do {
        try await withPromiseScope("blocking", limit: .milliseconds(1)) { @MainActor _ in
          let (_, resolver) = Promise<Int>.pending(name: "answer")
          // No test should do this.
          let hasWaited = DispatchSemaphore(value: 0)
          _ = hasWaited.wait(timeout: .now() + 5)
          resolver.fulfill(1)
        }
        preconditionFailure("The limit should have expired.")
      } catch is UnsettledPromises {}
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("The promise scope “blocking” did not end within 0.001 seconds."))
  }

  @Test("T3: a scope that is cancelled while it ends prints its pending promises")
  func cancelledAtTheEnd() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let (left, end) = (Gate(), Gate())
      let test = Task {
        try await withPromiseScope("upload", within: long) { _ in
          Promise(name: "slow") {
            left.open()
            await end.pass()
          }.ignoreErrors()
        }
      }
      await left.pass()
      // After this pause the body has usually returned, and the scope is waiting for the operation.
      // If not, the report describes a cancelled body.
      try await Task.sleep(for: .milliseconds(50))
      test.cancel()
      let outcome = await test.result
      guard case .failure(is CancellationError) = outcome else { preconditionFailure() }
      end.open()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("The promise scope “upload” was cancelled."))
    #expect(text.contains("async “slow” at "))
  }

  @Test("T3: a scope that is cancelled from outside prints its pending promises exactly once")
  func cancelledFromOutside() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let (started, cancelled) = (Gate(), Gate())
      let test = Task {
        try await withPromiseScope("screen") { _ in
          let (never, resolver) = Promise<Int>.pending(name: "never")
          defer { resolver.fulfill(1) }
          started.open()
          do {
            _ = try await never.value
          } catch {
            // The task notices the cancellation before the scope does.
            await cancelled.pass()
            throw error
          }
        }
      }
      await started.pass()
      test.cancel()
      test.cancel()
      cancelled.open()
      let outcome = await test.result
      guard case .failure(is CancellationError) = outcome else { preconditionFailure() }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.components(separatedBy: "The promise scope “screen” was cancelled.").count == 2)
    #expect(text.contains("pending “never” at "))
  }

  @Test("T3: a scope that has ended prints nothing when its task is cancelled later")
  func cancelledLater() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let (left, go) = (Gate(), Gate())
      let test = Task {
        try await withPromiseScope { _ in }
        left.open()
        await go.pass()
      }
      await left.pass()
      test.cancel()
      go.open()
      _ = await test.result
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(!text.contains("was cancelled"))
  }

  @Test("T3 H1: a cancelled scope's report doesn't retain other scopes' promises or delay reports")
  func besideAnother() async {
    await #expect(processExitsWith: .success) {
      let (started, end) = (Gate(), Gate())
      let test = Task {
        try await withPromiseScope("screen") { _ in
          let (_, resolver) = Promise<Int>.pending()
          defer { resolver.fulfill(1) }
          started.open()
          // The body continues, although its task is cancelled.
          await Task { await end.pass() }.value
        }
      }
      await started.pass()
      let count = try await withPromiseScope(reports: .ignore) { scope in
        scope.install { _ in }
        let pair = Locked<(promise: Promise<Int>, resolver: Resolver<Int>)?>(Promise.pending())
        test.cancel()
        pair.withLock { pair in
          pair?.resolver.reject(CocoaError(.fileNoSuchFile))
          pair = nil
        }
        try await scope.settle(within: long)
        return scope.events.count
      }
      precondition(count == 1, "\(count) reports")
      end.open()
      _ = await test.result
    }
  }

  @Test("T7: a limit can be any duration", arguments: [Duration.seconds(Int64.max), .seconds(60)])
  func longest(limit: Duration) async throws {
    #expect(try await withPromiseScope(limit: limit) { _ in 1 } == 1)
  }
}
