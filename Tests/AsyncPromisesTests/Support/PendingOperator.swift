// Every public call that creates a promise, in a form that stays pending.

import AsyncPromises
import AsyncPromisesSharing
import TestSupport

/// A call that creates a promise which waits for another promise, a callback or a timer.
struct PendingOperator: Sendable, CustomStringConvertible {
  /// The row of the call in the table; `nil` for a chaining operator.
  let call: Call?
  /// The name of the call in reports, and the line that it is on.
  let kind: String
  let line: UInt
  let make: @Sendable (Promise<Int>, Callbacks) -> Any

  static let fileID = "\(#fileID)"

  private init(
    _ call: Call, line: UInt = #line,
    _ make: @escaping @Sendable (Promise<Int>, Callbacks) -> Any
  ) {
    (self.call, self.kind, self.line, self.make) = (call, call.kind, line, make)
  }

  private init(_ link: ChainOperator) {
    (call, kind, line) = (nil, link.name, #line)
    make = { [line] p, _ in
      link.attach(to: p, errors: TestError.self, line: line) { _ in .value(1) }
    }
  }

  var description: String { "\(kind), line \(line)" }

  static var all: [PendingOperator] {
    making + wrapping + wrappingWithCancel + ChainOperator.allCases.map { PendingOperator($0) }
      + grouping
      + timing
  }

  // Each call must stay on the line that its entry records.

  private static let making: [PendingOperator] = [
    PendingOperator(.pending) { $1.write(Promise<Int>.pending().resolver) },
    PendingOperator(.async) { p, _ in Promise { try await p.value } },
    PendingOperator(.async) { p, _ in Promise { p } },
    PendingOperator(.lateValue, line: #line + 1) { p, _ in
      Promise(onLateValue: { _ in }) { try await p.value }
    },
    PendingOperator(.immediate) { p, _ in Promise.immediate { try await p.value } },
    PendingOperator(.immediate) { p, _ in Promise.immediate { p } },
    PendingOperator(.callback) { _, kept in Promise<Int> { kept.write($0) } },
    PendingOperator(.firstValue) { p, _ in Outcomes(of: p).firstValue() },
    PendingOperator(.retry) { p, _ in Promise.retry(maxAttempts: 2) { _ in try await p.value } },
    PendingOperator(.retry) { p, _ in Promise.retry(maxAttempts: 2) { _ in p } },
    PendingOperator(.retry) { p, _ in Promise.retry { try await p.value } },
    PendingOperator(.retry) { p, _ in Promise.retry { p } },
    PendingOperator(.flight, line: #line + 1) { p, _ in
      SingleFlight().run(for: 1) { try await p.value }
    },
    PendingOperator(.flight) { p, _ in SingleFlight<Int, Int>().run(for: 1) { p } },
    PendingOperator(.task) { p, _ in Promise(Task { try await p.value }) },
    PendingOperator(.firstValue) { p, _ in Outcomes(of: p).firstValue { _ in true } },
    PendingOperator(.limiter) { p, _ in PromiseLimiter(limit: 1).run { try await p.value } },
    PendingOperator(.limiter) { p, _ in PromiseLimiter(limit: 1).run { p } },
    PendingOperator(.cache, line: #line + 1) { p, _ in
      PromiseCache().value(for: 1) { try await p.value }
    },
    PendingOperator(.cache) { p, _ in PromiseCache<Int, Int>().value(for: 1) { p } },
  ]

  private static let wrapping: [PendingOperator] = [
    PendingOperator(.wrap) { _, kept in Promise<Int>.wrap(kept.one) },
    PendingOperator(.wrap) { _, kept in Promise<Int>.wrap(kept.valueOrError) },
    PendingOperator(.wrap) { _, kept in Promise<Int>.wrap(kept.result) },
    PendingOperator(.wrap) { _, kept in Promise<Void>.wrap(kept.nothing) },
    PendingOperator(.wrap) { _, kept in Promise<Void>.wrap(kept.error) },
    PendingOperator(.wrap) { _, kept in Promise<Bool>.wrap(kept.flag) },
    PendingOperator(.wrap) { _, kept in Promise<(Int, Int)>.wrap(kept.two) },
    PendingOperator(.wrap) { _, kept in Promise<(Int, Int)>.wrap(kept.twoOrError) },
  ]

  private static let wrappingWithCancel: [PendingOperator] = [
    PendingOperator(.wrapCancel) { _, kept in Promise<Int>.wrap(cancel: {}, kept.one) },
    PendingOperator(.wrapCancel) { _, kept in Promise<Int>.wrap(cancel: {}, kept.valueOrError) },
    PendingOperator(.wrapCancel) { _, kept in Promise<Int>.wrap(cancel: {}, kept.result) },
    PendingOperator(.wrapCancel) { _, kept in Promise<Void>.wrap(cancel: {}, kept.error) },
    PendingOperator(.wrapCancel, line: #line + 1) { _, kept in
      Promise<(Int, Int)>.wrap(cancel: {}, kept.twoOrError)
    },
  ]

  private static let grouping: [PendingOperator] = [
    PendingOperator(.all) { p, _ in Promise.all([p]) },
    PendingOperator(.allOfTwo) { p, _ in Promise.all(p, p) },
    PendingOperator(.allOfThree) { p, _ in Promise.all(p, p, p) },
    PendingOperator(.allOfTypes) { p, _ in Promise.all(p, p, p, p) },
    PendingOperator(.allOfTypes) { p, _ in Promise.all(p, p, p, p, p) },
    PendingOperator(.allOfTypes) { p, _ in Promise.all(p, p, p, p, p, p) },
    PendingOperator(.allOfTypes) { p, _ in Promise.all(p, p, p, p, p, p, p) },
    PendingOperator(.allSettled) { p, _ in Promise.allSettled([p]) },
    PendingOperator(.allSettledOfTypes) { p, _ in Promise.allSettled(p, p) },
    PendingOperator(.all) { p, _ in Promise.all([p], progress: { _ in }) },
    PendingOperator(.allSettled) { p, _ in Promise.allSettled([p], progress: { _ in }) },
    PendingOperator(.any) { p, _ in Promise.any([p]) },
    PendingOperator(.any) { p, _ in Promise.any(p, p) },
    PendingOperator(.race) { p, _ in Promise.race([p]) },
    PendingOperator(.race) { p, _ in Promise.race(p, p) },
    PendingOperator(.map) { p, _ in Promise.map([p], concurrency: 1) { try await $0.value } },
    PendingOperator(.map) { p, _ in Promise.map([p], concurrency: 1) { $0 } },
    PendingOperator(.mapSettled) { p, _ in Promise.mapSettled([p]) { try await $0.value } },
    PendingOperator(.mapSettled) { p, _ in Promise.mapSettled([p]) { $0 } },
  ]

  private static let timing: [PendingOperator] = [
    PendingOperator(.delay) { _, _ in Promise.delay(for: .seconds(7200)) },
    PendingOperator(.shielded) { p, _ in p.shielded() },
    PendingOperator(.delayBy) { p, _ in p.delay(by: .seconds(7200)) },
    PendingOperator(.timeout) { p, _ in p.timeout(after: .seconds(7200)) },
    PendingOperator(.timeoutAt) { p, _ in p.timeout(at: .now + .seconds(7200)) },
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
