// Values.swift: a value that is an error to Foundation rejects its promise; `nil` is no value.

import Dispatch
import Foundation
import GooglePromisesCompat
import TestSupport
import Testing

extension String: @retroactive Error {}

@Suite("Values that are errors, and nil", .timeLimit(.minutes(10)))
struct ValuesTests {
  private final class ErrorClass: Error {}

  /// Every way to settle a promise with a value.
  private func ways<T>(_ value: T) -> [Promise<T>] {
    let fulfilled = Promise<T>.pending()
    fulfilled.fulfill(value)
    nonisolated(unsafe) let value = value
    return [
      fulfilled, Promise(1).then { _ -> T in value }, Promise(on: .global()) { () -> T in value },
      Promise<T>(TestError.second).recover { _ -> T in value },
      Promise<T>(on: .global()) { fulfill, _ in fulfill(value) },
      wrap { (done: @escaping (T) -> Void) in done(value) },
    ]
  }

  private func expectRejected<T>(_ promises: [Promise<T>], with expected: any Error) async {
    for promise in promises {
      let error = await promise.then { _ in 0 }.failure()
      #expect(error.map { $0 as NSError } == expected as NSError)
      #expect(promise.isRejected && promise.value == nil)
    }
  }

  @Test("an error returned or passed as a value rejects the promise, even inside optionals and Any")
  func errors() async {
    let cocoa = NSError(domain: "test", code: 7)
    let first = TestError.first
    await expectRejected(ways(cocoa), with: cocoa)
    await expectRejected(ways(cocoa as Any), with: cocoa)
    await expectRejected(ways(cocoa as Any?), with: cocoa)
    await expectRejected(ways(cocoa as NSError?), with: cocoa)
    await expectRejected(ways(first), with: first)
    await expectRejected(ways(first as any Error), with: first)
    await expectRejected(ways(first as (any Error)?), with: first)
    await expectRejected(ways(first as Any?), with: first)
    await expectRejected(ways(CocoaError(.userCancelled)), with: CocoaError(.userCancelled))
    await expectRejected([Promise(first), Promise<TestError>(first)], with: first)
    await expectRejected([Promise<any Error>(first as any Error)], with: first)
    await expectRejected([Promise<(any Error)?>(first as (any Error)?)], with: first)
  }

  @Test("wrap of a callback with an optional error")
  func wrapError() async {
    func work(_ error: TestError?, _ done: @escaping ((any Error)?) -> Void) { done(error) }
    let failed = wrap { done in work(.first, done) }
    await expectRejected([failed], with: TestError.first)
    let passed = wrap { done in work(nil, done) }
    #expect(await passed.then { _ in 1 }.settled() == .fulfilled(1))
    #expect(passed.isFulfilled && passed.value == nil)
  }

  @Test("a value fulfills the promise if its type is an error only because the app has made it one")
  func strings() async {
    for promise in ways("hello") + [Promise("hello"), Promise<String>("hello")] {
      #expect(await promise.then { $0.count }.settled() == .fulfilled(5))
      #expect(promise.value == "hello" && promise.error == nil)
    }
    for promise in ways("hello" as String?) {
      #expect(await promise.then { $0?.count ?? 0 }.settled() == .fulfilled(5))
    }
    let object = ErrorClass()
    for promise in ways(object) + [Promise(object)] {
      #expect(await promise.then { $0 === object ? 1 : 0 }.settled() == .fulfilled(1))
    }
  }

  @Test("value is nil for a promise that is fulfilled with nil")
  func none() async {
    for promise in ways(nil as Int?) + [Promise<Int?>(nil)] {
      #expect(await promise.then { $0 ?? 1 }.settled() == .fulfilled(1))
      #expect(promise.isFulfilled && promise.value == nil && promise.error == nil)
      guard case Optional<Int?>.none = promise.value else {
        Issue.record("\(String(describing: promise.value))")
        continue
      }
      #expect("\(promise)" == "Fulfilled: nil")
    }
    #expect(Promise<Any?>(Optional<Int>.none as Any?).value == nil)
    #expect(Promise<Int?>(1).value == 1)
  }
}
