// Resolver.swift: the write end of a promise.

import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

@Suite("Resolver", .timeLimit(.minutes(10)))
struct ResolverTests {
  @Test("every way to settle a promise")
  func ways() {
    let noError: (any Error)? = nil
    let error: (any Error)? = TestError.first
    let noValue: Int? = nil
    let value: Int? = 1
    let ways: [((Resolver<Int>) -> Void, Outcome)] = [
      ({ $0.fulfill(1) }, .fulfilled(1)),
      ({ $0.reject(TestError.first) }, .rejected(.first)),
      ({ $0.resolve(.fulfilled(1)) }, .fulfilled(1)),
      ({ $0.resolve(.rejected(TestError.first)) }, .rejected(.first)),
      ({ $0.resolve(Swift.Result<Int, TestError>.success(1)) }, .fulfilled(1)),
      ({ $0.resolve(Swift.Result<Int, TestError>.failure(.first)) }, .rejected(.first)),
      ({ $0.resolve(Swift.Result<Int, any Error>.failure(TestError.first)) }, .rejected(.first)),
      ({ $0.resolve(value, noError) }, .fulfilled(1)),
      ({ $0.resolve(1, noError) }, .fulfilled(1)),
      ({ $0.resolve(noError, value) }, .fulfilled(1)),
      ({ $0.resolve(noValue, error) }, .rejected(.first)),
      ({ $0.resolve(value, error) }, .rejected(.first)),
      ({ $0.resolve(1, error) }, .rejected(.first)),
      ({ $0.resolve(error, noValue) }, .rejected(.first)),
      ({ $0.resolve(error, value) }, .rejected(.first)),
      ({ $0.resolve(noValue, noError) }, .invalidCallingConvention),
      ({ $0.resolve(noError, noValue) }, .invalidCallingConvention),
    ]
    for (index, (settle, outcome)) in ways.enumerated() {
      let (promise, resolver) = Promise<Int>.pending()
      settle(resolver)
      #expect(promise.outcome == outcome, "#\(index)")
    }
  }

  @Test("every way to settle a Void promise")
  func voids() async {
    let noError: (any Error)? = nil
    let ways: [((Resolver<Void>) -> Void, Outcome)] = [
      ({ $0.fulfill_() }, .fulfilled(1)),
      ({ $0.fulfill(()) }, .fulfilled(1)),
      ({ $0.resolve(noError) }, .fulfilled(1)),
      ({ $0.resolve(TestError.first) }, .rejected(.first)),
    ]
    for (index, (settle, outcome)) in ways.enumerated() {
      let (promise, resolver) = Promise<Void>.pending()
      settle(resolver)
      #expect(await promise.map(on: nil) { 1 }.settled() == outcome, "#\(index)")
    }
  }

  @Test("the first call wins", arguments: Settlement.allCases, Settlement.allCases)
  func second(first: Settlement, second: Settlement) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    first.settle(resolver)
    second.settle(resolver)
    resolver.fulfill(7)
    try await onFreshThread { second.settle(resolver) }
    #expect(promise.outcome == first.outcome)
  }

  @Test("if many threads settle a promise, one wins, and every handler sees its value")
  func many() async throws {
    for _ in 0..<50 {
      let (promise, resolver) = Promise<Int>.pending()
      let seen = (0..<4).map { _ in promise.map(on: .global()) { $0 } }
      await withTaskGroup { group in
        for number in 0..<4 { group.addTask { resolver.fulfill(number) } }
      }
      let value = try await promise.async()
      for derived in seen { #expect(try await derived.async() == value) }
    }
  }
}
