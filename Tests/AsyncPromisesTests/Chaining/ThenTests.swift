// Then.swift: starts the next piece of work with a value.

import AsyncPromises
import TestSupport
import Testing

@Suite("then", .timeLimit(.minutes(10)))
struct ThenTests {
  /// The overloads.
  enum Form: CaseIterable, Sendable {
    case synchronous
    case asynchronous

    func then<U: Sendable>(
      _ source: Promise<Int>, _ next: @escaping @Sendable (Int) throws -> Promise<U>
    ) -> Promise<U> {
      switch self {
      case .synchronous: source.then { try next($0) }
      case .asynchronous:
        source.then(.async) { value async throws -> Promise<U> in try next(value) }
      }
    }
  }

  @Test(
    "B8: a value starts the next piece of work, and the derived promise gets its outcome",
    arguments: Form.allCases, SettleTime.allCases)
  func success(form: Form, time: SettleTime) async throws {
    let outer = Subject(.success(20), time)
    let inner = Subject(.success("twenty"), time)
    let derived = form.then(outer.promise) { _ in inner.promise }
    await outer.settle()
    await inner.settle()
    #expect(try await derived.value == "twenty")
  }

  @Test(
    "B8: a rejection of the next piece of work is passed on",
    arguments: Form.allCases, SettleTime.allCases)
  func innerFailure(form: Form, time: SettleTime) async {
    let inner = Subject<Int>(.failure(TestError.second), time)
    let derived = form.then(.fulfilled(1)) { _ in inner.promise }
    await inner.settle()
    await #expect(throws: TestError.second) { try await derived.value }
  }

  @Test("B8: promises without a value", arguments: Form.allCases)
  func empty(form: Form) async throws {
    #expect(try await form.then(.fulfilled(1)) { _ in Promise.fulfilled }.get() == ())
    #expect(try await Promise.fulfilled.then { Promise.fulfilled(1) }.get() == 1)
  }

  @Test("E2: the task of a running closure is cancelled")
  func runningCancelled() async throws {
    try await expectTaskCancelled { source, body in
      source.then(.async) { _ async throws -> Promise<Void> in
        try await body()
        return .fulfilled
      }
    }
  }

  @Test("E2: a cancelled `then` withdraws from the promise it follows", arguments: Form.allCases)
  func followingCancelled(form: Form) async throws {
    let (inner, resolver) = Promise<Int>.pending()
    let told = Promise<Void> { told in resolver.onCancel { told.fulfill() } }
    let (derived, returned) = following(inner, form)
    try await returned.value
    // An asynchronous closure's promise is bound later; cancelling before that has the same effect.
    #expect(derived.cancel())
    #expect(derived.isRejectedByCancellation)
    try await told.value
    #expect(inner.isAbandoned)
    withExtendedLifetime(resolver) {}
  }

  @Test("E2: an inner promise with other consumers continues", arguments: Form.allCases)
  func sharedInner(form: Form) async throws {
    let (inner, resolver) = Promise<Int>.pending()
    let (derived, returned) = following(inner, form)
    let (other, otherReturned) = following(inner, form)
    let consumer = inner.map { $0 * 2 }
    try await returned.value
    try await otherReturned.value
    #expect(derived.cancel())
    #expect(inner.resultIfSettled == nil)
    #expect(resolver.fulfill(7))
    #expect(try await other.value == 7)
    #expect(try await consumer.value == 14)
    #expect(derived.isRejectedByCancellation)
  }

  /// A promise that will follow `inner`, and one that is fulfilled when the closure returns it.
  private func following(
    _ inner: Promise<Int>, _ form: Form
  ) -> (derived: Promise<Int>, returned: Promise<Void>) {
    let (returned, resolver) = Promise<Void>.pending()
    let derived = form.then(.fulfilled(1)) { _ in
      defer { resolver.fulfill() }
      return inner
    }
    return (derived, returned)
  }

  @Test("E2: a closure that cancels its own promise withdraws from the one that it returns")
  func cancelsItself() async throws {
    let own = Journal<Promise<Int>>()
    let (source, resolver) = Promise<Int>.pending()
    let (inner, innerResolver) = Promise<Int>.pending()
    let told = Promise<Void> { told in innerResolver.onCancel { told.fulfill() } }
    let derived = source.then { _ in
      for promise in own.entries { promise.cancel() }
      return inner
    }
    own.write(derived)
    resolver.fulfill(1)
    try await told.value
    #expect(inner.isAbandoned)
    #expect(derived.isRejectedByCancellation)
    withExtendedLifetime(innerResolver) {}
  }

  @Test("A3: a closure that returns its own promise creates a cycle", arguments: Form.allCases)
  func cycle(form: Form) async {
    let own = Journal<Promise<Int>>()
    let (source, resolver) = Promise<Int>.pending()
    let derived = form.then(source) { _ in own.entries.first ?? .fulfilled(0) }
    own.write(derived)
    resolver.fulfill(1)
    #expect(await derived.settledOutcome == .cycle)
  }

  @Test(
    "B6: the closure is released after it has run or been skipped", arguments: Form.allCases)
  func released(form: Form) async throws {
    let (inner, resolver) = Promise<Int>.pending()
    let derive: Derivation<Int> = { source, body in
      form.then(source) { _ in
        body()
        return inner
      }
    }
    try await expectRelease(after: .success(1), runs: 1, derive)
    try await expectRelease(after: .failure(TestError.first), runs: 0, derive)
    withExtendedLifetime(resolver) {}
  }

  @Test("B2: the closure runs where it was written")
  func isolation() async throws {
    try await expectWhereWritten(
      main: { source, look in source.then { _ in .fulfilled(look()) } },
      shared: { source, look in source.then { _ in .fulfilled(look()) } },
      desk: { desk, source, look in
        source.then { _ in
          desk.enter()
          return .fulfilled(look())
        }
      },
      nowhere: { source, look in source.then { _ in .fulfilled(look()) } })
  }

  @Test("B2: the asynchronous closure runs where it was written")
  func isolationOfAsync() async throws {
    try await expectWhereWritten(
      main: { source, look in source.then(.async) { _ async in .fulfilled(look()) } },
      shared: { source, look in source.then(.async) { _ async in .fulfilled(look()) } },
      desk: { desk, source, look in
        source.then(.async) { _ async in
          desk.enter()
          return .fulfilled(look())
        }
      },
      nowhere: { source, look in source.then(.async) { _ async in .fulfilled(look()) } })
  }
}
