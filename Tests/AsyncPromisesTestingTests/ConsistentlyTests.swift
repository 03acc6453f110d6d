// Eventually.swift: a condition that must hold for a while.

import AsyncPromises
import AsyncPromisesTesting
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("consistently", .needsTracking, .oneAtATime, .timeLimit(.minutes(10)))
struct ConsistentlyTests {
  @Test("T2: it waits for the whole time while the condition holds")
  func holds() async throws {
    try await withPromiseScope { _ in
      let start = ContinuousClock.now
      try await consistently(for: .milliseconds(100)) {
        MainActor.assertIsolated()
        return true
      }
      #expect(ContinuousClock.now - start >= .milliseconds(100))
    }
  }

  @Test("T2: with no time to wait, it checks once", arguments: [Duration.zero, .seconds(-1)])
  func noTime(duration: Duration) async throws {
    try await withPromiseScope { _ in
      var looks = 0
      try await consistently(for: duration) {
        looks += 1
        return true
      }
      #expect(looks == 1)
      #expect(await failure(for: duration) { false } != nil)
    }
  }

  @Test("T2 T3: if an event breaks the condition, the error shows the line and what is pending")
  func event() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { _ in
      let (answer, resolver) = Promise<Int>.pending(name: "answer")
      var sum = 0
      Promise { 1 }.done { sum += $0 }
      let error = await failure(for: long, line: 42) { sum == 0 }
      let reason = "The condition did not hold for \(long), but failed after "
      #expect(error?.reason.hasPrefix(reason) == true)
      #expect(error?.description.hasPrefix("\(#fileID):42: The condition did not hold ") == true)
      #expect(error?.report.contains("pending “answer” at ") == true)
      withExtendedLifetime((answer, resolver)) {}
    }
  }

  @Test("T2: a change by a plain thread ends the wait, too")
  func thread() async throws {
    try await withPromiseScope { _ in
      let log = Journal<Int>()
      Thread.detachNewThread { log.write(1) }
      #expect(await failure(for: long) { log.count == 0 } != nil)
    }
  }

  @Test("T2: an error thrown by the condition ends the wait, unwrapped")
  func throwing() async throws {
    struct Wrong: Error {}
    await #expect(throws: Wrong.self) { try await consistently(for: long) { throw Wrong() } }
  }

  @Test("T7: a condition that doesn't return in time has not held")
  func hanging() async throws {
    let (gate, resolver) = Promise<Bool>.pending()
    let error = await failure(for: .milliseconds(50)) { try await gate.value }
    #expect(error?.reason == "The condition did not return within 0.05 seconds.")
    resolver.fulfill(true)
  }

  @Test("T2: while the scope is idle, it keeps checking; when cancelled, it ends immediately")
  func cancelled() async throws {
    var looks = 0
    let wait = Task {
      try await consistently(for: long) {
        looks += 1
        return true
      }
    }
    while looks < 3 { await Task.yield() }
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
  }

  /// The error that is thrown because the condition doesn't hold.
  private func failure(
    for duration: Duration, line: UInt = #line, _ condition: () async throws -> Bool
  ) async -> UnsettledPromises? {
    await #expect(throws: UnsettledPromises.self) {
      try await consistently(for: duration, line: line, condition)
    }
  }
}
