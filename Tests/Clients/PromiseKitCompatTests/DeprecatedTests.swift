// Deprecated.swift: names from PromiseKit 5 and earlier, which its CocoaPods builds still contain.

import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

@Suite("Deprecated names", .timeLimit(.minutes(10)))
struct DeprecatedTests {
  private let names: any DeprecatedNames = Names()

  @Test("always runs its body and passes the outcome on", arguments: Settlement.allCases)
  func always(settlement: Settlement) async {
    let (promise, resolver) = Promise<Int>.pending()
    let queue = MarkedQueue(DispatchQueue(label: "always"))
    let seen = Journal<Bool>()
    let derived = names.always(promise, on: queue.queue) { seen.write(queue.isCurrent) }
    settlement.settle(resolver)
    #expect(await derived.settled() == settlement.outcome)
    #expect(seen.entries == [true])
  }

  @Test("filter, first, last and sorted do what their successors do")
  func sequences() async throws {
    let numbers = Promise.value([3, 1, 2])
    #expect(try await names.filter(numbers, on: .global()) { $0 > 1 }.async() == [3, 2])
    #expect(try await names.sorted(numbers, on: .global()).async() == [1, 2, 3])
    #expect(await names.first(numbers).settled() == .fulfilled(3))
    #expect(await names.last(numbers).settled() == .fulfilled(2))
    #expect(await names.first(Promise.value([])).settled() == .emptySequence)
    #expect(await names.last(Promise.value([])).settled() == .emptySequence)
  }

  @Test("wrap of a callback with a value or an error")
  func wrapValueAndError() async {
    #expect(await names.wrap(1, nil).settled() == .fulfilled(1))
    #expect(await names.wrap(nil, TestError.first).settled() == .rejected(.first))
    #expect(await names.wrap(1, TestError.first).settled() == .rejected(.first))
    #expect(await names.wrap(nil, nil).settled() == .invalidCallingConvention)
  }

  @Test("wrap of a callback with the error first")
  func wrapErrorFirst() async {
    #expect(await names.wrap(error: nil, 1).settled() == .fulfilled(1))
    #expect(await names.wrap(error: TestError.first, nil).settled() == .rejected(.first))
    #expect(await names.wrap(error: nil, nil).settled() == .invalidCallingConvention)
  }

  @Test("wrap of a callback with a non-optional value, or with only a value or an error")
  func wrapOthers() async throws {
    #expect(await names.wrap(sure: 1, nil).settled() == .fulfilled(1))
    #expect(await names.wrap(sure: 1, TestError.first).settled() == .rejected(.first))
    #expect(await names.wrap(value: 1).settled() == .fulfilled(1))
    #expect(try await names.wrap(error: nil).async() == ())
    #expect(await names.wrap(error: TestError.first).failure() as? TestError == .first)
  }

  @Test("wrap rejects its promise with the error that its body throws")
  func wrapThrows() async {
    #expect(await names.wrapThrowing(TestError.second).settled() == .rejected(.second))
  }
}

/// Calls deprecated functions through a protocol, which avoids warnings.
private protocol DeprecatedNames: Sendable {
  func always(
    _ promise: Promise<Int>, on queue: DispatchQueue, _ body: @escaping () -> Void
  ) -> Promise<Int>
  func filter(
    _ promise: Promise<[Int]>, on queue: DispatchQueue, _ test: @escaping (Int) -> Bool
  ) -> Promise<[Int]>
  func sorted(_ promise: Promise<[Int]>, on queue: DispatchQueue) -> Promise<[Int]>
  func first(_ promise: Promise<[Int]>) -> Promise<Int>
  func last(_ promise: Promise<[Int]>) -> Promise<Int>
  func wrap(_ value: Int?, _ error: (any Error)?) -> Promise<Int>
  func wrap(error: (any Error)?, _ value: Int?) -> Promise<Int>
  func wrap(sure value: Int, _ error: (any Error)?) -> Promise<Int>
  func wrap(value: Int) -> Promise<Int>
  func wrap(error: (any Error)?) -> Promise<Void>
  func wrapThrowing(_ error: any Error) -> Promise<Int>
}

private struct Names: DeprecatedNames {
  @available(*, deprecated)
  func always(
    _ promise: Promise<Int>, on queue: DispatchQueue, _ body: @escaping () -> Void
  ) -> Promise<Int> {
    promise.always(on: queue) { body() }
  }

  @available(*, deprecated)
  func filter(
    _ promise: Promise<[Int]>, on queue: DispatchQueue, _ test: @escaping (Int) -> Bool
  ) -> Promise<[Int]> {
    promise.filter(on: queue, test: test)
  }

  @available(*, deprecated)
  func sorted(_ promise: Promise<[Int]>, on queue: DispatchQueue) -> Promise<[Int]> {
    promise.sorted(on: queue)
  }

  @available(*, deprecated)
  func first(_ promise: Promise<[Int]>) -> Promise<Int> { promise.first }

  @available(*, deprecated)
  func last(_ promise: Promise<[Int]>) -> Promise<Int> { promise.last }

  @available(*, deprecated)
  func wrap(_ value: Int?, _ error: (any Error)?) -> Promise<Int> {
    func call(_ done: (Int?, (any Error)?) -> Void) { done(value, error) }
    return PromiseKitCompat.wrap(call)
  }

  @available(*, deprecated)
  func wrap(error: (any Error)?, _ value: Int?) -> Promise<Int> {
    func call(_ done: ((any Error)?, Int?) -> Void) { done(error, value) }
    return PromiseKitCompat.wrap { call($0) }
  }

  @available(*, deprecated)
  func wrap(sure value: Int, _ error: (any Error)?) -> Promise<Int> {
    func call(_ done: (Int, (any Error)?) -> Void) { done(value, error) }
    return PromiseKitCompat.wrap(call)
  }

  @available(*, deprecated)
  func wrap(value: Int) -> Promise<Int> {
    func call(_ done: (Int) -> Void) { done(value) }
    return PromiseKitCompat.wrap { done in call(done) }
  }

  @available(*, deprecated)
  func wrap(error: (any Error)?) -> Promise<Void> {
    func call(_ done: ((any Error)?) -> Void) { done(error) }
    return PromiseKitCompat.wrap { done in call(done) }
  }

  @available(*, deprecated)
  func wrapThrowing(_ error: any Error) -> Promise<Int> {
    PromiseKitCompat.wrap { (_: (Int?, (any Error)?) -> Void) in throw error }
  }
}
