// Catch.swift: passes an error to a closure, and on to the next link.

import AsyncPromises
import TestSupport
import Testing

@Suite("catch", .timeLimit(.minutes(10)))
struct CatchTests {
  /// The overloads.
  enum Form: CaseIterable, Sendable {
    case any
    case typed
    case except

    func attach(
      _ source: Promise<Int>, _ body: @escaping @Sendable (any Error) -> Void
    ) -> Promise<Int> {
      switch self {
      case .any: source.catch { body($0) }
      case .typed: source.catch(TestError.self) { body($0) }
      case .except: source.catch(except: CancellationError.self) { body($0) }
      }
    }
  }

  @Test(
    "B8: the closure gets an error, which is passed on",
    arguments: Form.allCases, SettleTime.allCases)
  func failure(form: Form, time: SettleTime) async {
    let subject = Subject<Int>(.failure(TestError.first), time)
    let seen = Journal<TestError?>()
    let derived = form.attach(subject.promise) { seen.write($0 as? TestError) }
    await subject.settle()
    await #expect(throws: TestError.first) { try await derived.value }
    #expect(seen.entries == [.first])
  }

  @Test("B8: a cancellation is an error like any other")
  func cancellation() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let seen = Journal<String>()
    let derived =
      source
      .catch { _ in seen.write("any") }
      .catch(CancellationError.self) { _ in seen.write("cancellation") }
    source.cancel()
    await #expect(throws: CancellationError.self) { try await derived.value }
    #expect(seen.entries == ["any", "cancellation"])
    withExtendedLifetime(resolver) {}
  }

  @Test("B8: an error of another type skips the closure")
  func otherType() async {
    let seen = Journal<Bool>()
    let derived = Promise<Int>.rejected(TestError.second)
      .catch(PromiseError.self) { _ in seen.write(true) }
      .catch(CancellationError.self) { _ in seen.write(true) }
    await #expect(throws: TestError.second) { try await derived.value }
    #expect(seen.entries.isEmpty)
  }

  @Test("B8: an error of the excepted type skips the closure, and isn't handled")
  func excepted() async {
    let seen = Journal<Bool>()
    let derived = Promise<Int>.rejected(TestError.second)
      .catch(except: TestError.self) { _ in seen.write(true) }
    await #expect(throws: TestError.second) { try await derived.value }
    let (source, resolver) = Promise<Int>.pending()
    let cancelled = source.catch(except: CancellationError.self) { _ in seen.write(true) }
    source.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(seen.entries.isEmpty)
    withExtendedLifetime(resolver) {}
  }

  @Test("B8: a closure that matches the error doesn't keep it from the next one")
  func several() async {
    let seen = Journal<TestError>()
    let derived = Promise<Void>.rejected(TestError.first)
      .catch(TestError.self) { seen.write($0) }
      .catch(TestError.self) { seen.write($0) }
    await #expect(throws: TestError.first) { try await derived.value }
    #expect(seen.entries == [.first, .first])
  }

  @Test("B8: catch may end a chain: its promise is released, and its closure runs")
  func lastLink() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let seen = Promise<Bool> { seen in
      source.done { _ in }.catch { _ in seen.fulfill(true) }
    }
    resolver.reject(TestError.first)
    #expect(try await seen.value)
  }

  @Test("B2: the closure runs where it was written")
  func isolation() async throws {
    try await expectWhereWritten(
      after: .failure(TestError.first),
      main: { source, look in source.catch { _ in look() } },
      shared: { source, look in source.catch { _ in look() } },
      desk: { desk, source, look in
        source.catch { _ in
          desk.enter()
          look()
        }
      },
      nowhere: { source, look in source.catch { _ in look() } })
  }

  @Test("B2: the closure for errors of one type runs where it was written")
  func isolationOfTyped() async throws {
    try await expectWhereWritten(
      after: .failure(TestError.first),
      main: { source, look in source.catch(TestError.self) { _ in look() } },
      shared: { source, look in source.catch(TestError.self) { _ in look() } },
      desk: { desk, source, look in
        source.catch(TestError.self) { _ in
          desk.enter()
          look()
        }
      },
      nowhere: { source, look in source.catch(TestError.self) { _ in look() } })
  }
}
