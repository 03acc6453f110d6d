// The operators, grouped by what their handlers do, to test a clause with each group.

import AsyncPromises
import TestSupport

extension ChainOperator {
  /// Those that turn a value into another one, or into a promise.
  static let transforms = fulfilmentHandlers.filter(\.isReplacing)
  /// Those that run when a promise is fulfilled, and only then.
  static let fulfilmentHandlers = allCases.filter { $0.argument == .value }
  /// Those that turn an error into a value, or into a promise.
  static let recoveries = rejectionHandlers.filter(\.isReplacing)
  /// Those that run when a promise is rejected, and only then.
  static let rejectionHandlers = allCases.filter { $0.argument == .error }
  /// Those that run when a promise is settled, whatever the outcome.
  static let outcomeHandlers = allCases.filter { $0.runsOnFulfilment && $0.runsOnRejection }
  /// Those that return a promise, which the derived promise then follows.
  static let promiseHandlers = allCases.filter { $0.answer == .promise }

  /// The outcome that makes the handler run. For a handler for both outcomes, it is fulfilment.
  var trigger: Settlement { runsOnFulfilment ? .fulfilled : .rejected }

  /// The derived promise's outcome if the handler ends with 0.
  func outcome(of settlement: Settlement) -> Outcome {
    isReplacing ? .fulfilled(0) : settlement.outcome
  }

  /// Attaches a handler that ends with what `body` returns.
  func derive(
    from promise: Promise<Int>, on isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Given<Int>) throws -> HandlerAnswer<Int>
  ) -> Promise<Int> {
    derive(
      from: promise, errors: TestError.self, on: isolation, fileID: fileID, line: line, body)
  }

  /// Attaches a handler that turns a value into another one.
  func transform(
    _ promise: Promise<Int>, _ body: @escaping @Sendable (Int) throws -> Int
  ) -> Promise<Int> {
    derive(from: promise) { .value(try body(try $0.outcome?.get() ?? 0)) }
  }

  /// Attaches a handler that turns an error into a value.
  func recover(
    _ promise: Promise<Int>, _ body: @escaping @Sendable (any Error) throws -> Int
  ) -> Promise<Int> {
    derive(from: promise) { given in
      guard case .failure(let error) = given.outcome else { return .value(0) }
      return .value(try body(error))
    }
  }

  /// Attaches a handler for values, and returns the derived promise without its value.
  func onValue(
    of promise: Promise<Int>, _ body: @escaping @Sendable (Int) throws -> Void
  ) -> Promise<Void> {
    transform(promise) {
      try body($0)
      return $0
    }.map { _ in }
  }

  /// Attaches a handler for errors. If it replaces the error, it does so with 0.
  func onError(
    of promise: Promise<Int>, _ body: @escaping @Sendable (any Error) throws -> Void
  ) -> Promise<Int> {
    recover(promise) {
      try body($0)
      return 0
    }
  }

  /// Attaches a handler that ends with 0, whatever it is given.
  @discardableResult
  func handle(
    _ promise: Promise<Int>, _ body: @escaping @Sendable () throws -> Void
  ) -> Promise<Int> {
    derive(from: promise) { _ in
      try body()
      return .value(0)
    }
  }

  /// Attaches a handler that returns a promise.
  func follow(
    _ promise: Promise<Int>, on isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping @Sendable () throws -> Promise<Int>
  ) -> Promise<Int> {
    derive(from: promise, on: isolation) { _ in .promise(try body()) }
  }
}
