// WhenSettled.swift: from promises back to callbacks.

import AsyncPromises
import TestSupport
import Testing

@Suite("whenSettled", .timeLimit(.minutes(10)))
struct WhenSettledTests {
  @Test("D3: the callback gets the outcome, whatever it is", arguments: SettleTime.allCases)
  func outcome(time: SettleTime) async throws {
    for result in [Result<Int, any Error>.success(1), .failure(TestError.first)] {
      let subject = Subject(result, time)
      let seen = Promise<Int> { seen in subject.promise.whenSettled { seen.resolve(with: $0) } }
      await subject.settle()
      switch result {
      case .success(let value): #expect(try await seen.value == value)
      case .failure: await #expect(throws: TestError.first) { try await seen.value }
      }
    }
  }

  @Test("D3: an existing completion handler can be passed as it is")
  func completion() async throws {
    func load(completion: @escaping @Sendable (Result<Void, any Error>) -> Void) {
      Promise.fulfilled.whenSettled(completion)
    }
    try await Promise.wrap { load(completion: $0) }.get()
  }

  @Test("D3 E1: a cancelled promise calls back with CancellationError")
  func cancelled() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let seen = Promise<Int> { seen in promise.whenSettled { seen.resolve(with: $0) } }
    promise.cancel()
    await #expect(throws: CancellationError.self) { try await seen.value }
    withExtendedLifetime(resolver) {}
  }

  @Test("E2: a callback is a consumer that never leaves")
  func consumer() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let seen = Promise<Int> { seen in promise.whenSettled { seen.resolve(with: $0) } }
    #expect(promise.map { $0 }.cancel())
    try #require(promise.resultIfSettled == nil)
    resolver.fulfill(1)
    #expect(try await seen.value == 1)
  }

  @Test("B6: the callback is released after it has run")
  func released() async throws {
    for result in [Result<Int, any Error>.success(1), .failure(TestError.first)] {
      try await expectRelease(after: result, runs: 1) { source, body in
        source.whenSettled { _ in body() }
        return source
      }
    }
    try await expectReleaseOnMain([
      .settled(.success(1)), .settled(.failure(TestError.first)), .cancelled,
    ]) { source, object in
      source.whenSettled { _ in object.use() }
      return source
    }
  }

  @Test("B2: the callback runs where it was written")
  func isolation() async throws {
    try await expectWhereWritten(
      main: { source, look in seen { seen in source.whenSettled { _ in seen.fulfill(look()) } } },
      shared: { source, look in seen { seen in source.whenSettled { _ in seen.fulfill(look()) } } },
      desk: { desk, source, look in
        let (promise, resolver) = Promise<Void>.pending()
        source.whenSettled { _ in
          desk.enter()
          resolver.fulfill(look())
        }
        return promise
      },
      nowhere: { source, look in
        seen { seen in source.whenSettled { _ in seen.fulfill(look()) } }
      })
  }

  private func seen(_ body: (Resolver<Void>) -> Void) -> Promise<Void> { Promise(body) }

  // MARK: Objective-C completion handlers

  @Test("D3: a completion handler gets a value and nil, or nil and the error")
  func valueAndError() async throws {
    let (calls, done) = (Journal<String>(), Promise<Void>.pending())
    let completion: @Sendable (Int?, (any Error)?) -> Void = { value, error in
      calls.write("\(value.map { "\($0)" } ?? "nil") \(error.map { "\($0)" } ?? "nil")")
      if calls.count == 3 { done.resolver.fulfill() }
    }
    let (later, resolver) = Promise<Int>.pending()
    later.whenSettled(completion: completion)
    resolver.fulfill(1)
    Promise<Int>.rejected(TestError.first).whenSettled(completion: completion)
    Promise.fulfilled(2).whenSettled(completion: { value, error in completion(value, error) })
    try await done.promise.value
    #expect(Set(calls.entries) == ["1 nil", "nil first", "2 nil"])
  }

  @Test("D3: without a value, a completion handler gets an error or nil")
  func errorAlone() async throws {
    let (calls, done) = (Journal<String>(), Promise<Void>.pending())
    let completion: @Sendable ((any Error)?) -> Void = { error in
      calls.write(error.map { "\($0)" } ?? "nil")
      if calls.count == 2 { done.resolver.fulfill() }
    }
    Promise.fulfilled(()).whenSettled(completion: completion)
    Promise<Void>.rejected(TestError.first).whenSettled(completion: completion)
    try await done.promise.value
    #expect(Set(calls.entries) == ["nil", "first"])
  }

  @Test("B2 E1: a completion handler runs on its actor; a cancellation is an error")
  @MainActor func completionOnMain() async throws {
    var errors: [any Error] = []
    let (promise, resolver) = Promise<Int>.pending()
    promise.whenSettled(completion: { value, error in errors += error.map { [$0] } ?? [] })
    promise.cancel()
    _ = await promise.tap { _ in }.result
    #expect(errors.count == 1 && errors.first is CancellationError)
    withExtendedLifetime(resolver) {}
  }
}
