// Tap.swift: passes the outcome to a closure, and on to the next link.

import AsyncPromises
import TestSupport
import Testing

@Suite("tap", .timeLimit(.minutes(10)))
struct TapTests {
  @Test("B8: the closure gets a value, which is passed on", arguments: SettleTime.allCases)
  func success(time: SettleTime) async throws {
    let subject = Subject(.success(1), time)
    let seen = Journal<Int?>()
    let derived = subject.promise.tap { seen.write(try? $0.get()) }
    await subject.settle()
    #expect(try await derived.value == 1)
    #expect(seen.entries == [1])
  }

  @Test("B8: the closure gets an error, which is passed on", arguments: SettleTime.allCases)
  func failure(time: SettleTime) async {
    let subject = Subject<Int>(.failure(TestError.first), time)
    let seen = Journal<Int?>()
    let derived = subject.promise.tap { seen.write(try? $0.get()) }
    await subject.settle()
    await #expect(throws: TestError.first) { try await derived.value }
    #expect(seen.entries == [nil])
  }

  @Test("B8: a cancellation is an outcome like any other, and so is Void")
  func cancelledSource() async throws {
    let (source, resolver) = Promise<Void>.pending()
    let seen = Journal<Bool>()
    let derived = source.tap { outcome in
      if case .failure(let error) = outcome { seen.write(error is CancellationError) }
    }
    source.cancel()
    await #expect(throws: CancellationError.self) { try await derived.value }
    try await Promise.fulfilled.tap { _ in seen.write(true) }.get()
    #expect(seen.entries == [true, true])
    withExtendedLifetime(resolver) {}
  }

  @Test("B8: tap may end a chain: its promise is released, and its closure runs")
  func lastLink() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let seen = Promise<Int> { seen in source.tap { seen.resolve(with: $0) } }
    resolver.fulfill(3)
    #expect(try await seen.value == 3)
  }

  @Test("B2: the closure runs where it was written")
  func isolation() async throws {
    try await expectWhereWritten(
      main: { source, look in source.tap { _ in look() } },
      shared: { source, look in source.tap { _ in look() } },
      desk: { desk, source, look in
        source.tap { _ in
          desk.enter()
          look()
        }
      },
      nowhere: { source, look in source.tap { _ in look() } })
  }
}
