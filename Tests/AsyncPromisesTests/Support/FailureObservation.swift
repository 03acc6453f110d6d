// Every way to see that a promise was rejected.

import AsyncPromises

/// A consumer that sees a failure. The promises that it derives are fulfilled, or are seen too.
enum FailureObservation: CaseIterable, Sendable {
  case value, result, current, wait
  case `catch`, catchOfType, tap, whenSettled
  case recover, asynchronousRecover, recoverWithPromise, asynchronousRecoverWithPromise
  case recoverFromType, recoverFromOtherType
  case map, asynchronousMap, then, finally, done, validate, delay, timeout
  case all, tuple, allSettled, tupleOfResults, any, race, inCompletionOrder
  case follow, operation, retry, concurrentMap, singleFlight

  /// Observes the promise, and calls `reject`, which rejects it, before or afterwards.
  func look(
    at promise: Promise<Int>, _ time: SettleTime, _ reject: @escaping @Sendable () -> Void
  ) async {
    if case .already = time { reject() }
    let looking = register(with: promise)
    switch time {
    case .already: break
    case .atOnce: reject()
    case .later: await Task.detached { reject() }.value
    }
    _ = await looking.result
    if self == .current { _ = promise.resultIfSettled }
  }

  /// - Returns: a promise that is fulfilled when the failure has been seen.
  private func register(with promise: Promise<Int>) -> Promise<Void> {
    switch self {
    case .value: Promise { _ = try? await promise.value }
    case .result: Promise { _ = await promise.result }
    case .current: .fulfilled
    case .wait: onThread { _ = try? promise.wait(timeout: .seconds(500)) }
    case .follow: following(promise)
    default: seen(handle(promise))
    }
  }

  /// - Returns: a promise that is fulfilled, or is rejected and not yet seen.
  private func handle(_ promise: Promise<Int>) -> Promise<Int> {
    switch self {
    case .catch: return promise.catch { _ in }
    case .catchOfType: return promise.catch(TestError.self) { _ in }
    case .tap: return promise.tap { _ in }
    case .whenSettled:
      return Promise { end in promise.whenSettled { _ in end.fulfill(0) } }
    case .recover: return promise.recover { _ in 0 }
    case .asynchronousRecover: return promise.recover(.async) { _ async in 0 }
    case .recoverWithPromise: return promise.recover(.promise) { _ in .fulfilled(0) }
    case .asynchronousRecoverWithPromise:
      return promise.recover(.async, .promise) { _ async in .fulfilled(0) }
    case .recoverFromType: return promise.recover(from: TestError.self) { _ in 0 }
    case .recoverFromOtherType: return promise.recover(from: CancellationError.self) { _ in 0 }
    case .map: return promise.map { $0 }
    case .asynchronousMap: return promise.map(.async) { number async in number }
    case .then: return promise.then { .fulfilled($0) }
    case .finally: return promise.finally {}
    case .done: return promise.done { _ in }.map { 0 }
    case .validate: return promise.validate { _ in true }
    case .delay: return promise.delay(by: .seconds(7200))
    case .timeout: return promise.timeout(after: .seconds(7200))
    case .operation, .retry, .concurrentMap, .singleFlight: return work(thatReturns: promise)
    default: return group(of: promise)
    }
  }

  private func work(thatReturns promise: Promise<Int>) -> Promise<Int> {
    switch self {
    case .operation: Promise { promise }
    case .retry: Promise.retry(maxAttempts: 1) { _ in promise }
    case .concurrentMap: Promise.map([promise]) { $0 }.map { $0[0] }
    default: SingleFlight<Int, Int>().run(for: 1) { promise }
    }
  }

  private func group(of promise: Promise<Int>) -> Promise<Int> {
    switch self {
    case .all: return Promise.all([promise, .fulfilled(1)]).map { $0[0] }
    case .tuple: return Promise.all(promise, Promise.fulfilled("")).map { $0.0 }
    case .allSettled: return Promise.allSettled([promise]).map { $0.count }
    case .tupleOfResults:
      return Promise.allSettled(promise, Promise.fulfilled("")).map { _ in 0 }
    case .any: return Promise.any(promise, rejected())
    case .race: return Promise.race(promise)
    default:
      return Promise {
        for await _ in Promise.inCompletionOrder([promise]) {}
        return 0
      }
    }
  }

  private func seen(_ promise: Promise<Int>) -> Promise<Void> {
    promise.map { _ in }.recover { _ in }
  }

  private func following(_ promise: Promise<Int>) -> Promise<Void> {
    let (outer, resolver) = Promise<Int>.pending()
    resolver.follow(promise)
    return seen(outer)
  }
}
