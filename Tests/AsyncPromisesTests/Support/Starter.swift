// The calls whose closures start work and return its promise, to test E5 with each of them.

import AsyncPromises

/// A call that follows the promise which its closure returns.
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

  /// Whether the closure runs in a task that the call makes.
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

  /// Makes a promise that settles like the one which `body` returns.
  ///
  /// - Parameter turn: a handler has its turn after this one is fulfilled.
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

  /// The same, of a promise that is there already.
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

/// Work that a test ends, and that tells when nobody wants it any more.
struct WantedWork: Sendable {
  let promise: Promise<Int>
  let resolver: Resolver<Int>
  /// Fulfilled when the work is cancelled. To await the work itself would be to want it.
  let cancelled: Promise<Void>

  init() {
    let (promise, resolver) = Promise<Int>.pending()
    let (cancelled, cancel) = Promise<Void>.pending()
    resolver.onCancel { cancel.fulfill() }
    (self.promise, self.resolver, self.cancelled) = (promise, resolver, cancelled)
  }
}
