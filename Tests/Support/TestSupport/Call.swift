// The rest of the table: every other public call that creates, joins or consumes a promise.
// ChainOperator.swift has the calls that link a handler to a promise.

/// A public call, with its overloads.
package struct Call: Hashable, Sendable {
  /// The compiler's name for the call. `.ci/documentation` compares it with the public symbols.
  package let symbol: String
  /// How many overloads it has.
  package let forms: Int
  /// The name that reports give to its promise.
  package let kind: String

  private init(_ symbol: String, forms: Int = 1, _ kind: String = "") {
    (self.symbol, self.forms, self.kind) = (symbol, forms, kind)
  }
}

// MARK: making: these create a promise from work, a callback or a delay.
extension Call {
  package static let pending = Call("Promise.pending(name:fileID:line:)", "pending")
  package static let callback = Call("Promise.init(fileID:line:_:)", "callback")
  package static let async = Call("Promise.init(name:priority:fileID:line:_:)", forms: 2, "async")
  package static let lateValue = Call("Promise.init(onLateValue:fileID:line:_:)", "async")
  package static let immediate = Call(
    "Promise.immediate(name:priority:fileID:line:_:)", forms: 2, "async")
  package static let firstValue = Call(
    "AsyncSequence.firstValue(fileID:line:where:)", "firstValue")
  package static let wrap = Call("Promise.wrap(fileID:line:_:)", forms: 8, "callback")
  package static let wrapCancel = Call("Promise.wrap(fileID:line:cancel:_:)", forms: 5, "callback")
  package static let retry = Call(
    "Promise.retry(maxAttempts:backoff:tolerance:clock:when:onFailure:fileID:line:_:)", forms: 4,
    "retry")
  package static let flight = Call(
    "SingleFlight.run(for:fileID:line:_:)", forms: 2, "singleFlight “1”")
  package static let limiter = Call("PromiseLimiter.run(fileID:line:_:)", forms: 2, "limiter")
  package static let cache = Call("PromiseCache.value(for:fileID:line:_:)", forms: 2, "cache “1”")
  package static let task = Call("Promise.init(_:fileID:line:)", "task")
  package static let delay = Call("Promise.delay(for:tolerance:clock:fileID:line:)", "delay")
}

// MARK: joining: these create a promise from other promises.
extension Call {
  package static let all = Call("Promise.all(_:remaining:progress:fileID:line:)", "all")
  package static let allOfTypes = Call("Promise.all(_:remaining:fileID:line:)", "all")
  package static let allOfTwo = Call("Promise.all(_:_:remaining:fileID:line:)", "all")
  package static let allOfThree = Call("Promise.all(_:_:_:remaining:fileID:line:)", "all")
  package static let allSettled = Call(
    "Promise.allSettled(_:progress:fileID:line:)", "allSettled")
  package static let allSettledOfTypes = Call(
    "Promise.allSettled(_:fileID:line:)", "allSettled")
  package static let any = Call("Promise.any(_:remaining:fileID:line:)", forms: 2, "any")
  package static let race = Call("Promise.race(_:remaining:fileID:line:)", forms: 2, "race")
  package static let map = Call(
    "PromiseProtocol.map(_:concurrency:progress:fileID:line:_:)", forms: 2, "map")
  package static let mapSettled = Call(
    "PromiseProtocol.mapSettled(_:concurrency:progress:fileID:line:_:)", forms: 2, "mapSettled")
  package static let delayBy = Call("Promise.delay(by:tolerance:clock:fileID:line:)", "delay")
  package static let timeout = Call(
    "Promise.timeout(after:tolerance:clock:fileID:line:)", "timeout")
  package static let timeoutAt = Call(
    "Promise.timeout(at:tolerance:clock:fileID:line:)", "timeout")
  package static let shielded = Call("Promise.shielded(fileID:line:)", "shielded")

  /// The calls whose pending promises are listed in reports.
  package static let pendingCalls = [
    pending, callback, async, lateValue, immediate, firstValue, wrap, wrapCancel, retry, flight,
    limiter, cache, task, delay, all, allOfTypes, allOfTwo, allOfThree, allSettled,
    allSettledOfTypes, any, race, map, mapSettled, delayBy, timeout, timeoutAt, shielded,
  ]
}

// The other calls, which only `.ci/documentation` uses.
extension Call {
  // MARK: looking: these see the outcome.
  static let looking = [
    Call("Promise.value"), Call("Promise.get()"), Call("Promise.result"),
    Call("Promise.resultIfSettled"), Call("Promise.wait(timeout:fileID:line:)"),
    Call("Promise.inCompletionOrder(_:)"),
  ]

  // MARK: settled: these create a promise that is already settled.
  static let settled = [
    Call("Promise.fulfilled(_:)"), Call("Promise.fulfilled"),
    Call("Promise.rejected(_:fileID:line:)"), Call("Promise.init(_:fileID:line:)", forms: 2),
  ]

  // MARK: leaving: these end an interest in a promise, or keep an error from being reported.
  static let leaving = [
    Call("Promise.cancel()"), Call("Promise.store(in:)"), Call("Promise.ignoreErrors()"),
    Call("Promise.waitForOperation()"), Call("SingleFlight.invalidate(_:)"),
    Call("SingleFlight.restart(for:fileID:line:_:)", forms: 2),
    Call("PromiseCache.remove(_:)"), Call("PromiseCache.removeAll()"),
  ]

  // MARK: resolving: these settle a promise, or are notified when it is cancelled.
  static let resolving = [
    Call("Resolver.fulfill(_:fileID:line:)"), Call("Resolver.fulfill(fileID:line:)"),
    Call("Resolver.reject(_:fileID:line:)"), Call("Resolver.resolve(with:fileID:line:)", forms: 2),
    Call("Resolver.follow(_:fileID:line:)"), Call("Resolver.onCancel(_:)"),
  ]

  // MARK: carrying: these say what handlers see.
  static let carrying = [
    Call("TaskLocal.carriedByHandlers()")
  ]
}
