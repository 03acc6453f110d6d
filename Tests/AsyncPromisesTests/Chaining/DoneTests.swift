// Done.swift: uses a value and passes nothing on.

import AsyncPromises
import TestSupport
import Testing

@Suite("done", .timeLimit(.minutes(10)))
struct DoneTests {
  @Test(
    "B8: the closure uses the value, and the derived promise is a Promise<Void>",
    arguments: SettleTime.allCases)
  func success(time: SettleTime) async throws {
    let subject = Subject(.success(1), time)
    let used = Journal<Int>()
    let derived: Promise<Void> = subject.promise.done { used.write($0) }
    await subject.settle()
    try await derived.value
    #expect(used.entries == [1])
  }

  @Test("B7: a rejection skips the closure", arguments: SettleTime.allCases)
  func failure(time: SettleTime) async {
    let subject = Subject<Int>(.failure(TestError.first), time)
    let used = Journal<Int>()
    let derived = subject.promise.done { used.write($0) }
    await subject.settle()
    await #expect(throws: TestError.first) { try await derived.value }
    #expect(used.entries.isEmpty)
  }

  @Test("B7: an error thrown by the closure rejects, unwrapped")
  func throwing() async {
    let derived = Promise.fulfilled(1).done { _ in throw TestError.second }
    await #expect(throws: TestError.second) { try await derived.value }
  }

  @Test("B8: works on a promise without a value")
  func empty() async throws {
    let ran = Journal<Bool>()
    try await Promise.fulfilled.done { ran.write(true) }.get()
    #expect(ran.count == 1)
  }

  @Test("B8: done may end a chain: its promise is released, and its closure runs")
  func lastLink() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let used = Promise<Int> { used in source.done { used.fulfill($0) } }
    resolver.fulfill(3)
    #expect(try await used.value == 3)
  }

  @Test("E2: a cancelled done settles at once, skips its closure and leaves its source")
  func cancelled() async throws {
    try await expectWithdrawal { source, body in source.done { _ in body() } }
    try await expectOthersGoOn { source, body in source.done { _ in body() } }
  }

  @Test("B6: the closure is released after it has run or been skipped")
  func released() async throws {
    try await expectRelease(after: .success(1), runs: 1) { source, body in
      source.done { _ in body() }
    }
    try await expectRelease(after: .failure(TestError.first), runs: 0) { source, body in
      source.done { _ in body() }
    }
    try await expectReleaseOnMain([
      .settled(.success(1)), .settled(.failure(TestError.first)), .cancelled,
    ]) { source, object in source.done { _ in object.use() } }
  }

  @Test("B2: the closure runs where it was written")
  func isolation() async throws {
    try await expectWhereWritten(
      main: { source, look in source.done { _ in look() } },
      shared: { source, look in source.done { _ in look() } },
      desk: { desk, source, look in
        source.done { _ in
          desk.enter()
          look()
        }
      },
      nowhere: { source, look in source.done { _ in look() } })
  }
}
