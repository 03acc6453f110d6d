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

  @Test("B8: the closure runs for a promise without a value")
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
