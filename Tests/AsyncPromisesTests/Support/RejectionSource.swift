// Every way to get a rejected promise.

import AsyncPromises
import AsyncPromisesSharing
import TestSupport

/// A rejected promise that is created and released in a scope.
struct RejectionSource: Sendable, CustomStringConvertible {
  let description: String
  /// The call that a report names.
  let kind: String
  /// Whether the failure is shown, to a handler or in the report of a broken promise.
  let isShown: Bool
  /// Creates the promise, which is rejected, and retains nothing.
  let makeAndLetGo: @Sendable () -> Void

  private init<T: Sendable>(
    _ description: String, _ kind: String? = nil, isShown: Bool = false,
    _ make: @escaping @Sendable () -> T
  ) {
    (self.description, self.kind, self.isShown) = (description, kind ?? description, isShown)
    makeAndLetGo = { _ = make() }
  }

  /// The handler throws if it can; otherwise, the source's error is passed on.
  init(_ link: ChainOperator) {
    let isShown = !link.canThrow && link.argument != .nothing
    self.init("\(link)", link.name, isShown: isShown) {
      link.attach(
        to: link.runsOnRejection ? rejected() : .fulfilled(1), errors: TestError.self
      ) { _ in throw TestError.first }
    }
  }

  static let shown = all.filter(\.isShown)
  static let unseen = all.filter { !$0.isShown }

  private static var all: [RejectionSource] {
    ChainOperator.allCases.filter { !$0.endsChain }.map { RejectionSource($0) } + making + deriving
      + following + grouping + timing
  }

  private static let making = [
    RejectionSource("operation", "async") { Promise<Int> { try fail() } },
    RejectionSource("immediate", "async") { Promise<Int>.immediate { try fail() } },
    RejectionSource("resolver", "pending") {
      Promise<Int>.pending().resolver.reject(TestError.first)
    },
    RejectionSource("result", "pending") {
      Promise<Int>.pending().resolver.resolve(with: .failure(TestError.first))
    },
    RejectionSource("throwing body", "callback") {
      Promise<Int> { (_: Resolver<Int>) in throw TestError.first }
    },
    RejectionSource("broken resolver", "pending", isShown: true) {
      _ = Promise<Int>.pending()
    },
    RejectionSource("wrapped error", "callback") {
      Promise<Int>.wrap { done in done(nil, TestError.first) }
    },
    RejectionSource("wrapped throw", "callback") {
      Promise<Int>.wrap { (_: @escaping @Sendable (Int) -> Void) in throw TestError.first }
    },
    RejectionSource("task") { Promise(Task<Int, any Error> { throw TestError.first }) },
    RejectionSource("firstValue") { AsyncStream<Int> { $0.finish() }.firstValue() },
  ]

  private static let deriving = [
    RejectionSource("invalid value", "validate") { Promise.fulfilled(1).validate { _ in false } },
    RejectionSource("error of another type", "recover") {
      rejected().recover(from: CancellationError.self) { _ in 0 }
    },
    RejectionSource("error that is returned", "mapError") { rejected().mapError { $0 } },
  ]

  private static let following = [
    RejectionSource("then, rejected", "then") { Promise.fulfilled(1).then { _ in rejected() } },
    RejectionSource("then, rejected later", "then") {
      Promise.fulfilled(1).then { _ in rejectedLater() }
    },
    RejectionSource("recover, rejected", "recover") {
      rejected().recover(.promise) { _ in rejected() }
    },
    RejectionSource("operation, rejected", "async") { Promise { rejected() } },
    RejectionSource("retry, rejected", "retry") {
      Promise.retry(maxAttempts: 2) { _ in rejected() }
    },
    RejectionSource("map, rejected", "map") {
      Promise.map(0..<4, concurrency: 2) { _ in rejected() }
    },
    RejectionSource("flight, rejected", "singleFlight") {
      SingleFlight<Int, Int>().run(for: 1) { rejected() }
    },
    RejectionSource("limiter, rejected", "limiter") { PromiseLimiter(limit: 1).run { rejected() } },
    RejectionSource("cache, rejected", "cache") {
      PromiseCache<Int, Int>().value(for: 1) { rejected() }
    },
    RejectionSource("follow, later", "pending") {
      Promise<Int>.pending().resolver.follow(rejectedLater())
    },
    RejectionSource("follow", "pending") { Promise<Int>.pending().resolver.follow(rejected()) },
  ]

  private static let grouping = [
    RejectionSource("all") { Promise.all([.fulfilled(1), rejected()]) },
    RejectionSource("all of a tuple", "all") {
      Promise.all(Promise.fulfilled(1), rejected().map { "\($0)" })
    },
    RejectionSource("any") { Promise.any(rejected(), rejectedLater()) },
    RejectionSource("race") { Promise.race(rejected(), rejectedLater()) },
    RejectionSource("map of items", "map") {
      Promise.map(0..<4, concurrency: 2) { _ async throws -> Int in throw TestError.first }
    },
    RejectionSource("limiter") {
      PromiseLimiter(limit: 1).run { () async throws -> Int in throw TestError.first }
    },
    RejectionSource("cache") { PromiseCache<Int, Int>().value(for: 1) { throw TestError.first } },
    RejectionSource("flight", "singleFlight") {
      SingleFlight<Int, Int>().run(for: 1) { throw TestError.first }
    },
  ]

  private static let timing = [
    RejectionSource("timeout") {
      let (promise, resolver) = Promise<Int>.pending()
      _ = promise.timeout(after: .seconds(7200))
      resolver.reject(TestError.first)
    },
    RejectionSource("timeout, passed", "timeout") {
      Promise { try await Task.sleep(for: .seconds(7200)) }.timeout(after: .zero)
    },
    RejectionSource("delay") { rejected().delay(by: .seconds(7200)) },
    RejectionSource("retry") {
      Promise.retry(maxAttempts: 2) { _ async throws -> Int in throw TestError.first }
    },
  ]
}

@Sendable private func fail() throws -> Int { throw TestError.first }

/// A promise that belongs to the scope of the caller, and is already rejected.
func rejected(with error: any Error = TestError.first) -> Promise<Int> {
  let (promise, resolver) = Promise<Int>.pending()
  resolver.reject(error)
  return promise
}

/// A promise that another task rejects.
func rejectedLater() -> Promise<Int> {
  Promise { throw TestError.first }
}
