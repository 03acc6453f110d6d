// Shielded.swift: a promise whose consumers come and go.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("shielded", .timeLimit(.minutes(10)))
struct ShieldedTests {
  @Test("E3: settles like its source", arguments: SettleTime.allCases)
  func outcome(time: SettleTime) async throws {
    let good = Subject(.success(1), time)
    let bad = Subject<Int>(.failure(TestError.first), time)
    let (value, failure) = (good.promise.shielded(), bad.promise.shielded())
    await good.settle()
    await bad.settle()
    #expect(try await value.value == 1)
    await #expect(throws: TestError.first) { try await failure.get() }
  }

  @Test(
    "E3: the work continues while consumers come and go", arguments: LeavingTests.Leaver.allCases)
  func leavers(_ leaver: LeavingTests.Leaver) async throws {
    let stopped = Journal<Bool>()
    let (work, resolver) = pendingWork { stopped.write(true) }
    let shielded = work.shielded()
    for _ in 0..<2 { await leaver.visit(shielded) }
    #expect(shielded.resultIfSettled == nil && work.resultIfSettled == nil)
    #expect(resolver.fulfill(1))
    #expect(try await shielded.get() == 1)
    #expect(stopped.entries.isEmpty)
  }

  @Test("E3: consumers that leave the original promise don't stop the work either")
  func source() async throws {
    let (work, resolver) = pendingWork()
    let shielded = work.shielded()
    work.map { $0 }.cancel()
    #expect(resolver.fulfill(1))
    #expect(try await shielded.get() == 1)
  }

  @Test("E3: keeps the work running even if the shielded promise is released")
  func dropped() async throws {
    let (work, resolver) = pendingWork()
    _ = work.shielded()
    work.map { $0 }.cancel()
    #expect(work.resultIfSettled == nil)
    #expect(resolver.fulfill(1))
  }

  @Test("E1: cancelling a shielded promise leaves the source, as with any derived promise")
  func cancelled() {
    let (work, resolver) = pendingWork()
    let shielded = work.shielded()
    #expect(shielded.cancel())
    #expect(shielded.isRejectedByCancellation)
    #expect(work.isAbandoned)
    #expect(!resolver.fulfill(1))
  }

  @Test("E3: shielding a settled promise returns the promise itself")
  func settled() {
    let promise = Promise.fulfilled(1)
    #expect(promise.shielded() == promise)
  }

  @Test(
    "H1: an unhandled failure is reported with the line of the call to shielded", .needsTracking)
  func unhandled() async throws {
    let rejections = try await unhandledRejections {
      await withRejection { promise, reject in
        _ = promise.shielded(fileID: "Shield.swift", line: 3)
        reject()
      }
    }
    #expect(rejections.count == 1)
    #expect(rejections.first?.trace.contains("Shield.swift:3") == true)
  }

  @Test("B6: a consumer is released when it has left, or when the promise has settled")
  func lifetime() async throws {
    let (work, resolver) = Promise<Int>.pending()
    let shielded = work.shielded()
    let (_, left) = tracking { object in shielded.map { _ in object.use() }.cancel() }
    try await left.value
    let (_, served) = tracking { object in shielded.map { _ in object.use() } }
    resolver.fulfill(1)
    try await served.value
  }
}
