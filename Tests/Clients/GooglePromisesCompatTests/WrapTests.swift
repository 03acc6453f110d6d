// wrap, Maybe and the errors.

import Dispatch
import Foundation
import GooglePromisesCompat
import TestSupport
import Testing

@Suite("wrap", .timeLimit(.minutes(10)))
struct WrapTests {
  private func plain(_ done: @escaping () -> Void) { done() }
  private func one(_ done: @escaping (Int) -> Void) { done(1) }
  private func two(
    _ value: Int?, _ error: TestError?, _ done: @escaping (Int?, (any Error)?) -> Void
  ) {
    done(value, error)
  }

  @Test("a callback without arguments, and one with a value")
  func values() async throws {
    let nothing: Promise<Any?> = wrap { done in plain(done) }
    #expect(await nothing.then { $0 == nil ? 1 : 0 }.settled() == .fulfilled(1))
    let value: Promise<Int> = wrap(one)
    #expect(await value.settled() == .fulfilled(1))
    let optional: Promise<String?> = wrap { (done: @escaping (String?) -> Void) in done(nil) }
    #expect(try await optional.async() == nil)
    let own = MarkedQueue(DispatchQueue(label: "own"))
    let isOwn: Promise<Bool> = wrap(on: own.queue) { (done: (Bool) -> Void) in
      done(own.isCurrent)
    }
    #expect(try await isOwn.async())
  }

  @Test(
    "a value and an error: the error wins, and nil is a value",
    arguments: [1, nil], [nil, TestError.first])
  func valueOrError(value: Int?, error: TestError?) async {
    let expected: Outcome = error.map { .rejected($0) } ?? .fulfilled(value ?? 0)
    let optional: Promise<Int?> = wrap { done in two(value, error, done) }
    #expect(await optional.then { $0 ?? 0 }.settled() == expected)
    let reversed: Promise<Int?> = wrap { (done: @escaping ((any Error)?, Int?) -> Void) in
      two(value, error) { done($1, $0) }
    }
    #expect(await reversed.then { $0 ?? 0 }.settled() == expected)
    let full: Promise<Int> = wrap { (done: @escaping (Int, (any Error)?) -> Void) in
      done(value ?? 0, error)
    }
    #expect(await full.settled() == expected)
    let fullReversed: Promise<Int> = wrap { (done: @escaping ((any Error)?, Int) -> Void) in
      done(error, value ?? 0)
    }
    #expect(await fullReversed.settled() == expected)
    let pair: Promise<(Int?, String?)> = wrap { done in done(value, nil, error) }
    #expect(await pair.then { $0.0 ?? 0 }.settled() == expected)
  }

  @Test("an error thrown by the work, and a callback that is never called")
  func failures() async {
    let thrown: Promise<Int> = wrap { (_: @escaping (Int) -> Void) in throw TestError.second }
    #expect(await thrown.settled() == .rejected(.second))
    let forgotten: Promise<Int> = wrap { (_: @escaping (Int) -> Void) in }
    #expect(await forgotten.settled() == .broken)
  }
}

@Suite("Maybe and PromiseError", .timeLimit(.minutes(10)))
struct MaybeTests {
  @Test("a value or an error")
  func parts() {
    #expect(Maybe(1).value == 1 && Maybe(1).error == nil)
    #expect(Maybe<Int>(TestError.first).value == nil)
    #expect(Maybe<Int>(TestError.first).error as? TestError == .first)
  }

  @Test("equal by value, or by NSError")
  func equality() {
    let error = NSError(domain: "d", code: 1)
    #expect(Maybe(1) == Maybe(1))
    #expect(Maybe(1) != Maybe(2))
    #expect(Maybe(1) != Maybe(TestError.first))
    #expect(Maybe<Int>(TestError.first) == Maybe(TestError.first))
    #expect(Maybe<Int>(TestError.first) != Maybe(TestError.second))
    #expect(Maybe<Int>(error) == Maybe(NSError(domain: "d", code: 1)))
    #expect(Maybe<Int>(error) != Maybe(NSError(domain: "d", code: 2)))
  }

  @Test("the errors have a domain and codes, and convert back")
  func errors() {
    let domain = PromiseError.errorDomain
    for (error, code) in [(PromiseError.timedOut, 1), (.validationFailure, 2)] {
      #expect((error as NSError).domain == domain && (error as NSError).code == code)
      #expect(error.errorUserInfo.isEmpty)
      #expect(PromiseError(error as any Error) == error)
      #expect(PromiseError(NSError(domain: domain, code: code)) == error)
    }
    #expect(PromiseError(NSError(domain: domain, code: 3)) == nil)
    #expect(PromiseError(NSError(domain: "other", code: 1)) == nil)
    #expect(PromiseError(TestError.first) == nil)
  }

  @Test("validate: a value that passes, and one that doesn't")
  func validate() async {
    #expect(await Promise(1).validate { $0 == 1 }.settled() == .fulfilled(1))
    #expect(await Promise(1).validate { $0 == 2 }.settled() == .invalid)
  }

  @Test("recover: a value or a promise instead of the error")
  func recover() async {
    let failed = Promise<Int>(TestError.first)
    #expect(await failed.recover { _ in 7 }.settled() == .fulfilled(7))
    #expect(await failed.recover { _ in Promise(8) }.settled() == .fulfilled(8))
  }

  @Test("then: a multi-statement closure without a result keeps the value")
  func keeps() async {
    let log = Journal<Int>()
    let end = Promise(1).then { value in
      let twice = value * 2
      log.write(twice)
    }.then { log.write($0) }.then { $0 + 1 }
    #expect(await end.settled() == .fulfilled(2))
    #expect(log.entries == [2, 1])
  }
}
