// The calls whose closure starts work and returns its promise, to test E5 with each of them.

import AsyncPromises
import AsyncPromisesSharing

/// A call that follows the promise returned by its closure.
enum Starter: CaseIterable, Sendable {
  case promise
  case then
  case asynchronousThen
  case recover
  case asynchronousRecover
  case recoverFromType
  case retry
  case map
  case mapSettled
  case singleFlight
  case limiter

  /// Whether the closure runs in a task that the call creates.
  var isAsynchronous: Bool {
    switch self {
    case .then, .recover, .recoverFromType: false
    default: true
    }
  }

  /// Whether the closure is a handler of another promise.
  var isHandler: Bool {
    switch self {
    case .promise, .retry, .map, .mapSettled, .singleFlight, .limiter: false
    default: true
    }
  }

  /// Creates a promise that settles like the one that `body` returns.
  ///
  /// - Parameter turn: if the closure is a handler, it runs after this promise is fulfilled.
  func start(
    inTurnOf turn: Promise<Void> = .fulfilled,
    _ body: @escaping @Sendable () async throws -> Promise<Int>
  ) -> Promise<Int> {
    switch self {
    case .promise:
      Promise { try await body() }
    case .asynchronousThen:
      turn.then(.async) { try await body() }
    case .asynchronousRecover:
      failure(inTurnOf: turn).recover(.async, .promise) { _ in try await body() }
    case .retry:
      Promise.retry(maxAttempts: 1) { _ in try await body() }
    case .map:
      Promise.map([0]) { _ in try await body() }.map { $0[0] }
    case .mapSettled:
      Promise.mapSettled([0]) { _ in try await body() }.map { try $0[0].get() }
    case .singleFlight:
      SingleFlight<Int, Int>().run(for: 0) { try await body() }
    case .limiter:
      PromiseLimiter(limit: 1).run { try await body() }
    case .then, .recover, .recoverFromType:
      preconditionFailure("The closure of \(self) is synchronous.")
    }
  }

  /// The same for an existing promise.
  func start(
    _ inner: Promise<Int>, inTurnOf turn: Promise<Void> = .fulfilled,
    ran: @escaping @Sendable () -> Void = {}
  ) -> Promise<Int> {
    switch self {
    case .then:
      turn.then {
        ran()
        return inner
      }
    case .recover:
      failure(inTurnOf: turn).recover(.promise) { _ in
        ran()
        return inner
      }
    case .recoverFromType:
      failure(inTurnOf: turn).recover(from: TestError.self, .promise) { _ in
        ran()
        return inner
      }
    default:
      start(inTurnOf: turn) { () async in
        ran()
        return inner
      }
    }
  }

  private func failure(inTurnOf turn: Promise<Void>) -> Promise<Int> {
    turn.map { throw TestError.first }
  }
}

/// Work that the test ends, and that records its cancellation.
struct WantedWork: Sendable {
  let promise: Promise<Int>
  let resolver: Resolver<Int>
  /// Fulfilled when the work is cancelled. Awaiting the work itself would add a consumer.
  let cancelled: Promise<Void>

  init() {
    let (promise, resolver) = Promise<Int>.pending()
    let (cancelled, cancel) = Promise<Void>.pending()
    resolver.onCancel { cancel.fulfill() }
    (self.promise, self.resolver, self.cancelled) = (promise, resolver, cancelled)
  }
}
