// WrapWithCancel.swift: functions that return an object for cancelling their work.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite("wrap with cancel", .timeLimit(.minutes(10)))
struct WrapWithCancelTests {
  typealias Failure = (any Error)?

  /// The work that the functions return, and a log of stopped work.
  private let work = 7
  private let stopped = Journal<Int>()

  // Functions with completion handlers, one of each shape.
  private func value(_ value: Int, then call: @Sendable (Int) -> Void) -> Int {
    after(call(value))
  }
  private func valueOrError(
    _ value: Int?, _ error: Failure, then call: @Sendable (Int?, Failure) -> Void
  ) -> Int { after(call(value, error)) }
  private func error(_ error: Failure, then call: @Sendable (Failure) -> Void) -> Int {
    after(call(error))
  }
  private func result<E: Error>(
    _ result: Result<Int, E>, then call: @Sendable (Result<Int, E>) -> Void
  ) -> Int { after(call(result)) }
  private func twoOrError(
    _ number: Int?, _ name: String?, _ error: Failure,
    then call: @Sendable (Int?, String?, Failure) -> Void
  ) -> Int { after(call(number, name, error)) }

  private func after(_ call: Void) -> Int { work }

  @Sendable private func stop(_ work: Int) { stopped.write(work) }

  // MARK: Settling

  @Test("D2: is fulfilled as it would be without `cancel`, in every shape, and stops nothing")
  func values() async throws {
    #expect(try await Promise.wrap(cancel: stop) { value(1, then: $0) }.get() == 1)
    #expect(try await Promise.wrap(cancel: stop) { valueOrError(1, nil, then: $0) }.get() == 1)
    try await Promise.wrap(cancel: stop) { error(nil, then: $0) }.get()
    let good = Result<Int, TestError>.success(1)
    #expect(try await Promise.wrap(cancel: stop) { result(good, then: $0) }.get() == 1)
    let optional = try await Promise.wrap(cancel: stop) { twoOrError(2, "two", nil, then: $0) }
      .get()
    #expect(optional.0 == 2 && optional.1 == "two")
    #expect(stopped.entries.isEmpty)
  }

  @Test("D2: is rejected as it would be without `cancel`, if there's an error or no value")
  func errors() async {
    let first: any Error = TestError.first
    let wrong = Result<Int, TestError>.failure(.first)
    let failures = [
      Promise.wrap(cancel: stop) { valueOrError(1, first, then: $0) }.failure,
      Promise.wrap(cancel: stop) { error(first, then: $0) }.failure,
      Promise.wrap(cancel: stop) { result(wrong, then: $0) }.failure,
      Promise.wrap(cancel: stop) { twoOrError(1, "one", first, then: $0) }.failure,
    ]
    for failure in failures { #expect(failure as? TestError == .first) }
    let missing = Promise.wrap(cancel: stop) { valueOrError(nil, nil, then: $0) }
    #expect(await missing.isMissingValue)
    let half = Promise.wrap(cancel: stop) { twoOrError(1, nil, nil, then: $0) }
    #expect(await half.isMissingValue)
    #expect(stopped.entries.isEmpty)
  }

  @Test("B7 D2: an error thrown by the function rejects the promise; there is nothing to stop")
  func throwing() {
    for shape in HandlerShape.allCases {
      let promise = shape.wrap(cancel: stop) { _ in throw TestError.first }
      #expect(promise.failureOfPromise as? TestError == .first, "\(shape)")
      #expect(!promise.cancelPromise())
    }
    #expect(stopped.entries.isEmpty)
  }

  @Test("D2 A4: if the handler is never called, the promise is broken, and nothing is stopped")
  func neverCalled() async {
    let line: UInt = #line + 1
    let promise = Promise<Int>.wrap(cancel: stop) { (_: @Sendable (Int) -> Void) in work }
    #expect(await promise.brokenSite == "AsyncPromisesTests/WrapWithCancelTests.swift:\(line)")
    #expect(!promise.cancel())
    #expect(stopped.entries.isEmpty)
  }

  @Test("D2 A2: a second call is ignored, and reported with the line of the wrap")
  func twice() async throws {
    let topic = ReportRecorder.topic(line: #line + 1)
    let promise = Promise.wrap(cancel: stop) { call in
      _ = value(1, then: call)
      return value(2, then: call)
    }
    #expect(try await promise.value == 1)
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.secondSettle) == [calling("callback at", topic.name)])
  }

  // MARK: Cancellation

  @Test(
    "D2 E1: cancelling stops the returned work exactly once",
    arguments: HandlerShape.allCases)
  func cancelled(shape: HandlerShape) {
    let ends = Journal<@Sendable () -> Void>()
    let promise = shape.wrap(cancel: stop) { end in
      ends.write(end)
      return work
    }
    #expect(stopped.entries.isEmpty)
    #expect(promise.cancelPromise())
    #expect(stopped.entries == [work])
    #expect(!promise.cancelPromise())
    for end in ends.entries { end() }
    #expect(stopped.entries == [work])
    #expect(promise.failureOfPromise is CancellationError)
  }

  @Test(
    "D2 E2: the work also stops when the last consumer leaves", arguments: HandlerShape.allCases)
  func withdrawn(shape: HandlerShape) {
    let ends = Journal<@Sendable () -> Void>()
    let promise = shape.wrap(cancel: stop) { end in
      ends.write(end)
      return work
    }
    let (first, second) = (promise.fulfilment, promise.fulfilment)
    #expect(first.cancel())
    #expect(stopped.entries.isEmpty)
    #expect(second.cancel())
    #expect(stopped.entries == [work])
    #expect(promise.isAbandonedPromise)
    withExtendedLifetime(ends) {}
  }

  @Test(
    "D2 E1: after the promise has settled, immediately or later, there is nothing to stop",
    arguments: HandlerShape.allCases, [true, false])
  func settled(shape: HandlerShape, atOnce: Bool) async throws {
    let ends = Journal<@Sendable () -> Void>()
    let promise = shape.wrap(cancel: stop) { end in
      if atOnce { end() } else { ends.write(end) }
      return work
    }
    for end in ends.entries { end() }
    #expect(!promise.cancelPromise())
    try await promise.fulfilment.value
    #expect(stopped.entries.isEmpty)
  }

  @Test(
    "D2 E1: a cancellation while the function runs stops the work as soon as it has returned",
    .enabled(if: Tracking.isOn, "A scope cancels the promise."), arguments: HandlerShape.allCases,
    [true, false])
  func cancelledMeanwhile(shape: HandlerShape, callsBack: Bool) async throws {
    try await withPromiseScope { _ in
      let ends = Journal<@Sendable () -> Void>()
      let promise = shape.wrap(cancel: stop) { end in
        TrackingContext.current?.scope.cancelPending()
        if callsBack { end() } else { ends.write(end) }
        #expect(stopped.entries.isEmpty)
        return work
      }
      #expect(promise.failureOfPromise is CancellationError)
      #expect(stopped.entries == [work])
      withExtendedLifetime(ends) {}
    }
  }

  @Test("D2 E1: if the callback and a cancellation happen at the same time, one of them wins")
  func race() async {
    var mistakes = 0
    for _ in 0..<1_000 {
      let stopped = Journal<Bool>()
      let (promise, end) = keeping { stopped.write($0 == 7) }
      async let cancelled = promise.cancel()
      async let ended: Void = end(1)
      _ = await (cancelled, ended)
      let expected = promise.isRejectedByCancellation ? [true] : []
      if await cancelled != promise.isRejectedByCancellation { mistakes += 1 }
      if stopped.entries != expected { mistakes += 1 }
    }
    #expect(mistakes == 0)
  }

  // MARK: Isolation

  /// Wraps a function that calls back later.
  private func keeping(
    _ cancel: @escaping @Sendable (Int) -> Void
  ) -> (promise: Promise<Int>, end: @Sendable (Int) -> Void) {
    let ends = Journal<@Sendable (Int) -> Void>()
    let promise = Promise<Int>.wrap(cancel: cancel) { (end: @escaping @Sendable (Int) -> Void) in
      ends.write(end)
      return work
    }
    return (promise, ends.entries[0])
  }

  @Test("D2 E1: a nonisolated `cancel` runs on the cancelling thread, before the call returns")
  func nonisolated() {
    let nested = Journal<Bool>()
    let (promise, end) = keeping { _ in nested.write(StackMark.isSet) }
    #expect(StackMark.during { promise.cancel() })
    #expect(nested.entries == [true])
    withExtendedLifetime(end) {}
  }

  @Test("D2 E1 B2: a main-actor `cancel` runs on the main actor, even if another thread cancels")
  @MainActor
  func main() async throws {
    let ends = Journal<@Sendable (Int) -> Void>()
    let (seen, see) = Promise<Int>.pending()
    let promise = Promise<Int>.wrap(cancel: {
      MainActor.assertIsolated()
      see.fulfill($0)
    }) { (end: @escaping @Sendable (Int) -> Void) in
      ends.write(end)
      return work
    }
    #expect(await Task.detached { promise.cancel() }.value)
    #expect(try await seen.value == work)
    withExtendedLifetime(ends) {}
  }

  @Test("D2 E1 B2: a `cancel` isolated to an actor runs there")
  func actor() async throws {
    let ends = Journal<@Sendable (Int) -> Void>()
    let (seen, see) = Promise<Int>.pending()
    let start: @Sendable (isolated Desk) -> Promise<Int> = { desk in
      Promise<Int>.wrap(cancel: {
        desk.enter()
        see.fulfill($0)
      }) { (end: @escaping @Sendable (Int) -> Void) in
        ends.write(end)
        return work
      }
    }
    let promise = await start(Desk())
    #expect(promise.cancel())
    #expect(try await seen.value == work)
    withExtendedLifetime(ends) {}
  }

  // MARK: Lifetime

  /// How the work ends before it is released.
  enum End: CaseIterable, Sendable {
    case atOnce
    case later
    case dropped
    case cancelled
  }

  @Test(
    "D2 B6: the function's return value is released when the promise has settled",
    arguments: End.allCases)
  func released(end: End) async throws {
    let ends = Journal<@Sendable (Int) -> Void>()
    let (promise, freed) = tracking { object in
      Promise<Int>.wrap(cancel: { $0.use() }) { (call: @escaping @Sendable (Int) -> Void) in
        if case .atOnce = end { call(1) } else { ends.write(call) }
        return object
      }
    }
    if case .atOnce = end {} else { #expect(freed.resultIfSettled == nil) }
    switch end {
    case .atOnce: break
    case .later: for call in ends.entries { call(1) }
    case .dropped: ends.clear()
    case .cancelled: promise.cancel()
    }
    _ = await promise.result
    try await freed.value
    withExtendedLifetime((promise, ends)) {}
  }
}
