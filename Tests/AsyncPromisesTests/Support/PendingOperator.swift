// Every public call that creates a promise, in a form that stays pending.

import AsyncPromises
import TestSupport

/// A call that creates a promise which waits for another promise, a callback or a timer.
struct PendingOperator: Sendable, CustomStringConvertible {
  /// The name of the call in reports, and its line.
  let kind: String
  let line: UInt
  let make: @Sendable (Promise<Int>, Callbacks) -> Any

  static let fileID = "\(#fileID)"

  private init(
    _ kind: String, line: UInt = #line,
    _ make: @escaping @Sendable (Promise<Int>, Callbacks) -> Any
  ) {
    self.kind = kind
    self.line = line
    self.make = make
  }

  var description: String { "\(kind), line \(line)" }

  static var all: [PendingOperator] {
    making + wrapping + wrappingWithCancel + deriving + recovering + grouping + timing
  }

  // Each call must stay on the line that its entry records.

  private static let making: [PendingOperator] = [
    PendingOperator("pending") { $1.write(Promise<Int>.pending().resolver) },
    PendingOperator("async") { p, _ in Promise { try await p.value } },
    PendingOperator("async") { p, _ in Promise { p } },
    PendingOperator("callback") { _, kept in Promise<Int> { kept.write($0) } },
    PendingOperator("firstValue") { p, _ in Outcomes(of: p).firstValue() },
    PendingOperator("retry") { p, _ in Promise.retry(maxAttempts: 2) { _ in try await p.value } },
    PendingOperator("retry") { p, _ in Promise.retry(maxAttempts: 2) { _ in p } },
    PendingOperator("singleFlight “1”", line: #line + 1) { p, _ in
      SingleFlight().run(for: 1) { try await p.value }
    },
    PendingOperator("singleFlight “1”") { p, _ in SingleFlight<Int, Int>().run(for: 1) { p } },
    PendingOperator("task") { p, _ in Promise(Task { try await p.value }) },
    PendingOperator("firstValue") { p, _ in Outcomes(of: p).firstValue { _ in true } },
    PendingOperator("limiter") { p, _ in PromiseLimiter(limit: 1).run { try await p.value } },
    PendingOperator("limiter") { p, _ in PromiseLimiter(limit: 1).run { p } },
    PendingOperator("cache “1”", line: #line + 1) { p, _ in
      PromiseCache().value(for: 1) { try await p.value }
    },
    PendingOperator("cache “1”") { p, _ in PromiseCache<Int, Int>().value(for: 1) { p } },
  ]

  private static let wrapping: [PendingOperator] = [
    PendingOperator("callback") { _, kept in Promise<Int>.wrap(kept.one) },
    PendingOperator("callback") { _, kept in Promise<Int>.wrap(kept.valueOrError) },
    PendingOperator("callback") { _, kept in Promise<Int>.wrap(kept.result) },
    PendingOperator("callback") { _, kept in Promise<Void>.wrap(kept.nothing) },
    PendingOperator("callback") { _, kept in Promise<Void>.wrap(kept.error) },
    PendingOperator("callback") { _, kept in Promise<Bool>.wrap(kept.flag) },
    PendingOperator("callback") { _, kept in Promise<(Int, Int)>.wrap(kept.two) },
    PendingOperator("callback") { _, kept in Promise<(Int, Int)>.wrap(kept.twoOrError) },
  ]

  private static let wrappingWithCancel: [PendingOperator] = [
    PendingOperator("callback") { _, kept in Promise<Int>.wrap(cancel: {}, kept.one) },
    PendingOperator("callback") { _, kept in Promise<Int>.wrap(cancel: {}, kept.valueOrError) },
    PendingOperator("callback") { _, kept in Promise<Int>.wrap(cancel: {}, kept.result) },
    PendingOperator("callback") { _, kept in Promise<Void>.wrap(cancel: {}, kept.error) },
    PendingOperator("callback", line: #line + 1) { _, kept in
      Promise<(Int, Int)>.wrap(cancel: {}, kept.twoOrError)
    },
  ]

  private static let deriving: [PendingOperator] = [
    PendingOperator("map") { p, _ in p.map { $0 } },
    PendingOperator("map") { p, _ in p.map(.async) { number async in number } },
    PendingOperator("then") { p, _ in p.then { .fulfilled($0) } },
    PendingOperator("then") { p, _ in p.then(.async) { number async in .fulfilled(number) } },
    PendingOperator("done") { p, _ in p.done { _ in } },
    PendingOperator("validate") { p, _ in p.validate { _ in true } },
    PendingOperator("catch") { p, _ in p.catch { _ in } },
    PendingOperator("catch") { p, _ in p.catch(TestError.self) { _ in } },
    PendingOperator("tap") { p, _ in p.tap { _ in } },
    PendingOperator("mapError") { p, _ in p.mapError { $0 } },
    PendingOperator("finally") { p, _ in p.finally {} },
    PendingOperator("whenSettled") { p, _ in p.whenSettled { _ in } },
  ]

  private static let recovering: [PendingOperator] = [
    PendingOperator("recover") { p, _ in p.recover { _ in 1 } },
    PendingOperator("recover") { p, _ in p.recover(.async) { _ async in 1 } },
    PendingOperator("recover") { p, _ in p.recover(.promise) { _ in p } },
    PendingOperator("recover") { p, _ in p.recover(.async, .promise) { _ async in p } },
    PendingOperator("recover") { p, _ in p.recover(from: TestError.self) { _ in 1 } },
    PendingOperator("recover") { p, _ in p.recover(from: TestError.self, .promise) { _ in p } },
  ]

  private static let grouping: [PendingOperator] = [
    PendingOperator("all") { p, _ in Promise.all([p]) },
    PendingOperator("all") { p, _ in Promise.all(p, p) },
    PendingOperator("all") { p, _ in Promise.all(p, p, p) },
    PendingOperator("all") { p, _ in Promise.all(p, p, p, p) },
    PendingOperator("all") { p, _ in Promise.all(p, p, p, p, p) },
    PendingOperator("all") { p, _ in Promise.all(p, p, p, p, p, p) },
    PendingOperator("all") { p, _ in Promise.all(p, p, p, p, p, p, p) },
    PendingOperator("allSettled") { p, _ in Promise.allSettled([p]) },
    PendingOperator("allSettled") { p, _ in Promise.allSettled(p, p) },
    PendingOperator("all") { p, _ in Promise.all([p], progress: { _ in }) },
    PendingOperator("allSettled") { p, _ in Promise.allSettled([p], progress: { _ in }) },
    PendingOperator("any") { p, _ in Promise.any([p]) },
    PendingOperator("any") { p, _ in Promise.any(p, p) },
    PendingOperator("race") { p, _ in Promise.race([p]) },
    PendingOperator("race") { p, _ in Promise.race(p, p) },
    PendingOperator("map") { p, _ in Promise.map([p], concurrency: 1) { try await $0.value } },
    PendingOperator("map") { p, _ in Promise.map([p], concurrency: 1) { $0 } },
    PendingOperator("mapSettled") { p, _ in Promise.mapSettled([p]) { try await $0.value } },
    PendingOperator("mapSettled") { p, _ in Promise.mapSettled([p]) { $0 } },
  ]

  private static let timing: [PendingOperator] = [
    PendingOperator("delay") { _, _ in Promise.delay(for: .seconds(7200)) },
    PendingOperator("delay") { p, _ in p.delay(by: .seconds(7200)) },
    PendingOperator("timeout") { p, _ in p.timeout(after: .seconds(7200)) },
    PendingOperator("timeout") { p, _ in p.timeout(at: .now + .seconds(7200)) },
  ]
}

/// Keeps the callbacks of asynchronous calls alive during a test.
final class Callbacks: Sendable {
  private let kept = Journal<any Sendable>()

  func write(_ resolver: Resolver<Int>) { kept.write(resolver) }

  @Sendable func one(_ end: @escaping @Sendable (Int) -> Void) { keep { end(1) } }

  @Sendable func valueOrError(_ end: @escaping @Sendable (Int?, (any Error)?) -> Void) {
    keep { end(1, nil) }
  }

  @Sendable func result(_ end: @escaping @Sendable (Result<Int, TestError>) -> Void) {
    keep { end(.success(1)) }
  }

  @Sendable func nothing(_ end: @escaping @Sendable () -> Void) { keep { end() } }

  @Sendable func error(_ end: @escaping @Sendable ((any Error)?) -> Void) { keep { end(nil) } }

  @Sendable func flag(_ end: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    keep { end(true, nil) }
  }

  @Sendable func two(_ end: @escaping @Sendable (Int, Int) -> Void) { keep { end(1, 2) } }

  @Sendable func twoOrError(_ end: @escaping @Sendable (Int?, Int?, (any Error)?) -> Void) {
    keep { end(1, 2, nil) }
  }

  private func keep(_ end: @escaping @Sendable () -> Void) { kept.write(end) }
}

/// The outcome of a promise as a sequence of one element.
private struct Outcomes: AsyncSequence, Sendable {
  let promise: Promise<Int>

  init(of promise: Promise<Int>) {
    self.promise = promise
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    let promise: Promise<Int>

    func next() async throws -> Int? { try await promise.value }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(promise: promise) }
}
