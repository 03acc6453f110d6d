// Every way to get a rejected promise.

import AsyncPromises

/// A rejected promise of a scope, which is created and released.
enum RejectionSource: String, CaseIterable, Sendable {
  case resolver, result, throwingBody, brokenResolver, operation, wrappedError, wrappedThrow
  case map, asynchronousMap, then, asynchronousThen, done, validate, throwingPredicate
  case recover, asynchronousRecover, recoverWithPromise, asynchronousRecoverWithPromise
  case recoverFromType, recoverFromOtherType
  case `catch`, tap, finally
  case thenRejected, thenRejectedLater, recoverRejected, follow, followRejected
  case operationRejected, retryRejected, concurrentMapRejected, singleFlightRejected
  case limiterRejected, cacheRejected
  case all, tuple, any, race, concurrentMap, singleFlight
  case limiter, cache, task, mapError
  case timeout, timedOut, delayed, retry, firstValue

  /// Those whose failure is seen: by a handler, or in the report of the broken promise.
  static var shown: [RejectionSource] { [.catch, .tap, .brokenResolver] }

  static var unseen: [RejectionSource] { allCases.filter { !shown.contains($0) } }

  /// The call that a report names.
  var kind: String {
    switch self {
    case .resolver, .result, .brokenResolver, .follow, .followRejected: "pending"
    case .throwingBody, .wrappedError, .wrappedThrow: "callback"
    case .operation, .operationRejected: "async"
    case .map, .asynchronousMap, .concurrentMap, .concurrentMapRejected: "map"
    case .then, .asynchronousThen, .thenRejected, .thenRejectedLater: "then"
    case .singleFlight, .singleFlightRejected: "singleFlight"
    case .limiterRejected: "limiter"
    case .cacheRejected: "cache"
    case .validate, .throwingPredicate: "validate"
    case .recover, .asynchronousRecover, .recoverWithPromise, .asynchronousRecoverWithPromise,
      .recoverFromType, .recoverFromOtherType, .recoverRejected:
      "recover"
    case .all, .tuple: "all"
    case .timeout, .timedOut: "timeout"
    case .delayed: "delay"
    case .retryRejected: "retry"
    case .done, .catch, .tap, .finally, .any, .race, .retry, .firstValue, .limiter, .cache, .task,
      .mapError:
      rawValue
    }
  }

  /// Creates the promise, lets it be rejected, and keeps no reference to it.
  func makeAndLetGo() {
    switch self {
    case .resolver, .result, .throwingBody, .brokenResolver, .operation, .wrappedError,
      .wrappedThrow, .firstValue, .task:
      makeFromCallback()
    case .thenRejected, .thenRejectedLater, .recoverRejected, .follow, .followRejected,
      .operationRejected, .retryRejected, .concurrentMapRejected, .singleFlightRejected,
      .limiterRejected, .cacheRejected:
      makeFollowing()
    case .all, .tuple, .any, .race, .concurrentMap, .singleFlight, .limiter,
      .cache:
      makeGroup()
    case .timeout, .timedOut, .delayed, .retry:
      makeTimed()
    default:
      makeDerived()
    }
  }

  private func makeFromCallback() {
    switch self {
    case .resolver: Promise<Int>.pending().resolver.reject(TestError.first)
    case .result: Promise<Int>.pending().resolver.resolve(with: .failure(TestError.first))
    case .throwingBody: _ = Promise<Int> { (_: Resolver<Int>) in throw TestError.first }
    case .brokenResolver: _ = Promise<Int>.pending()
    case .operation: _ = Promise<Int> { () async throws in throw TestError.first }
    case .wrappedError: _ = Promise<Int>.wrap { done in done(nil, TestError.first) }
    case .wrappedThrow:
      _ = Promise<Int>.wrap { (_: @escaping @Sendable (Int) -> Void) in throw TestError.first }
    case .task: _ = Promise(Task<Int, any Error> { throw TestError.first })
    default: _ = AsyncStream<Int> { $0.finish() }.firstValue()
    }
  }

  private func makeDerived() {
    let good = Promise.fulfilled(1)
    switch self {
    case .map: _ = good.map { _ -> Int in throw TestError.first }
    case .asynchronousMap: _ = good.map(.async) { _ async throws -> Int in throw TestError.first }
    case .then: _ = good.then { _ -> Promise<Int> in throw TestError.first }
    case .asynchronousThen:
      _ = good.then(.async) { _ async throws -> Promise<Int> in throw TestError.first }
    case .done: good.done { _ in throw TestError.first }
    case .validate: _ = good.validate { _ in false }
    case .throwingPredicate: _ = good.validate { _ in throw TestError.first }
    case .recover: _ = rejected().recover { _ -> Int in throw TestError.first }
    case .asynchronousRecover:
      _ = rejected().recover(.async) { _ async throws -> Int in throw TestError.first }
    case .recoverWithPromise:
      _ = rejected().recover(.promise) { _ in throw TestError.first }
    case .asynchronousRecoverWithPromise:
      _ = rejected().recover(.async, .promise) { _ async throws in throw TestError.first }
    case .recoverFromType:
      _ = rejected().recover(from: TestError.self) { throw $0 }
    case .recoverFromOtherType:
      _ = rejected().recover(from: CancellationError.self) { _ in 0 }
    case .catch: rejected().catch { _ in }
    case .tap: rejected().tap { _ in }
    case .mapError: _ = rejected().mapError { $0 }
    default: rejected().finally {}
    }
  }

  private func makeFollowing() {
    switch self {
    case .thenRejected: _ = Promise.fulfilled(1).then { _ in rejected() }
    case .thenRejectedLater: _ = Promise.fulfilled(1).then { _ in rejectedLater() }
    case .recoverRejected: _ = rejected().recover(.promise) { _ in rejected() }
    case .operationRejected: _ = Promise { rejected() }
    case .retryRejected: _ = Promise.retry(maxAttempts: 2) { _ in rejected() }
    case .concurrentMapRejected: _ = Promise.map(0..<4, concurrency: 2) { _ in rejected() }
    case .singleFlightRejected: _ = SingleFlight<Int, Int>().run(for: 1) { rejected() }
    case .limiterRejected: _ = PromiseLimiter(limit: 1).run { rejected() }
    case .cacheRejected: _ = PromiseCache<Int, Int>().value(for: 1) { rejected() }
    case .follow: Promise<Int>.pending().resolver.follow(rejectedLater())
    default: Promise<Int>.pending().resolver.follow(rejected())
    }
  }

  private func makeGroup() {
    switch self {
    case .all: _ = Promise.all([.fulfilled(1), rejected()])
    case .tuple: _ = Promise.all(Promise.fulfilled(1), rejected().map { "\($0)" })
    case .any: _ = Promise.any(rejected(), rejectedLater())
    case .race: _ = Promise.race(rejected(), rejectedLater())
    case .concurrentMap:
      _ = Promise.map(0..<4, concurrency: 2) { _ async throws -> Int in throw TestError.first }
    case .limiter:
      _ = PromiseLimiter(limit: 1).run { () async throws -> Int in throw TestError.first }
    case .cache: _ = PromiseCache<Int, Int>().value(for: 1) { throw TestError.first }
    default: _ = SingleFlight<Int, Int>().run(for: 1) { throw TestError.first }
    }
  }

  private func makeTimed() {
    switch self {
    case .timeout:
      let (promise, resolver) = Promise<Int>.pending()
      _ = promise.timeout(after: .seconds(7200))
      resolver.reject(TestError.first)
    case .timedOut: _ = Promise { try await Task.sleep(for: .seconds(7200)) }.timeout(after: .zero)
    case .delayed: _ = rejected().delay(by: .seconds(7200))
    default: _ = Promise.retry(maxAttempts: 2) { _ async throws -> Int in throw TestError.first }
    }
  }
}

/// A promise of the caller's scope that is already rejected.
func rejected(with error: any Error = TestError.first) -> Promise<Int> {
  let (promise, resolver) = Promise<Int>.pending()
  resolver.reject(error)
  return promise
}

/// A promise that another task rejects.
func rejectedLater() -> Promise<Int> {
  Promise { throw TestError.first }
}
