// The operators that register a handler, to run a common test with each of them.

import AsyncPromises

/// The operators that turn a value into a new one.
enum Transform: CaseIterable, Sendable {
  case map
  case asynchronousMap
  case then
  case asynchronousThen

  func register(
    with promise: Promise<Int>, _ body: @escaping @Sendable (Int) throws -> Int
  ) -> Promise<Int> {
    switch self {
    case .map: promise.map { try body($0) }
    case .asynchronousMap: promise.map(.async) { value async throws in try body(value) }
    case .then: promise.then { .fulfilled(try body($0)) }
    case .asynchronousThen:
      promise.then(.async) { value async throws -> Promise<Int> in .fulfilled(try body(value)) }
    }
  }
}

/// The operators whose handler runs only when a promise is fulfilled.
enum FulfilmentHandler: CaseIterable, Sendable {
  case transform(Transform)
  case done
  case validate

  static var allCases: [FulfilmentHandler] {
    Transform.allCases.map { .transform($0) } + [.done, .validate]
  }

  /// Registers a handler that calls `body`, and returns the derived promise without its value.
  func register(
    with promise: Promise<Int>, _ body: @escaping @Sendable (Int) throws -> Void
  ) -> Promise<Void> {
    switch self {
    case .transform(let transform):
      transform.register(with: promise) {
        try body($0)
        return $0
      }.map { _ in }
    case .done:
      promise.done { try body($0) }
    case .validate:
      promise.validate {
        try body($0)
        return true
      }.map { _ in }
    }
  }
}

/// The operators that turn an error into a value.
enum Recovery: CaseIterable, Sendable {
  case recover
  case asynchronousRecover
  case recoverWithPromise
  case asynchronousRecoverWithPromise
  case recoverFromType
  case recoverFromTypeWithPromise

  /// All but those that handle only errors of type `TestError`.
  static var ofAnyError: [Recovery] { allCases.filter { !ofType.contains($0) } }

  /// Those that handle only errors of type `TestError`.
  static var ofType: [Recovery] { [.recoverFromType, .recoverFromTypeWithPromise] }

  func register(
    with promise: Promise<Int>, _ body: @escaping @Sendable (any Error) throws -> Int
  ) -> Promise<Int> {
    switch self {
    case .recover: promise.recover { try body($0) }
    case .asynchronousRecover: promise.recover(.async) { error async throws in try body(error) }
    case .recoverWithPromise: promise.recover(.promise) { .fulfilled(try body($0)) }
    case .asynchronousRecoverWithPromise:
      promise.recover(.async, .promise) { error async throws in .fulfilled(try body(error)) }
    case .recoverFromType: promise.recover(from: TestError.self) { try body($0) }
    case .recoverFromTypeWithPromise:
      promise.recover(from: TestError.self, .promise) { .fulfilled(try body($0)) }
    }
  }
}

/// The operators whose handler runs only when a promise is rejected.
enum RejectionHandler: CaseIterable, Sendable {
  case recovery(Recovery)
  case `catch`
  case catchOfType

  static var allCases: [RejectionHandler] {
    ofAnyError + Recovery.ofType.map { .recovery($0) } + [.catchOfType]
  }

  /// All but those that handle only errors of type `TestError`.
  static var ofAnyError: [RejectionHandler] {
    Recovery.ofAnyError.map { .recovery($0) } + [.catch]
  }

  /// The outcome of the derived promise when the promise is rejected with `error`.
  func outcome(of error: TestError) -> Outcome {
    switch self {
    case .recovery: .fulfilled(0)
    case .catch, .catchOfType: .rejected(error)
    }
  }

  /// Registers a handler that calls `body`, and returns the derived promise. A recovery replaces
  /// the error with 0; a `catch` passes it on.
  func register(
    with promise: Promise<Int>, _ body: @escaping @Sendable (any Error) -> Void
  ) -> Promise<Int> {
    switch self {
    case .recovery(let recovery):
      recovery.register(with: promise) {
        body($0)
        return 0
      }
    case .catch: promise.catch { body($0) }
    case .catchOfType: promise.catch(TestError.self) { body($0) }
    }
  }
}

/// The operators whose handler runs when a promise settles, whatever the outcome.
enum OutcomeHandler: CaseIterable, Sendable {
  case tap
  case finally
  case whenSettled

  func register(with promise: Promise<Int>, _ body: @escaping @Sendable () -> Void) {
    switch self {
    case .tap: promise.tap { _ in body() }
    case .finally: promise.finally { body() }
    case .whenSettled: promise.whenSettled { _ in body() }
    }
  }
}

/// The operators whose handler returns a promise, which the derived promise then follows.
enum PromiseHandler: CaseIterable, Sendable {
  case then
  case asynchronousThen
  case recover
  case asynchronousRecover
  case recoverFromType

  /// Those that recover from an error.
  static var recoveries: [PromiseHandler] { allCases.filter { $0.trigger == .rejected } }

  /// The outcome that runs the handler.
  var trigger: Settlement {
    switch self {
    case .then, .asynchronousThen: .fulfilled
    default: .rejected
    }
  }

  func register(
    with promise: Promise<Int>, _ body: @escaping @Sendable () throws -> Promise<Int>
  ) -> Promise<Int> {
    register(with: promise, on: nil, body)
  }

  func register(
    with promise: Promise<Int>, on isolation: isolated (any Actor)?,
    _ body: @escaping @Sendable () throws -> Promise<Int>
  ) -> Promise<Int> {
    switch self {
    case .then:
      return promise.then { _ in
        _ = isolation
        return try body()
      }
    case .asynchronousThen:
      return promise.then(.async) { _ async throws in
        _ = isolation
        return try body()
      }
    case .recover:
      return promise.recover(.promise) { _ in
        _ = isolation
        return try body()
      }
    case .asynchronousRecover:
      return promise.recover(.async, .promise) { _ async throws in
        _ = isolation
        return try body()
      }
    case .recoverFromType:
      return promise.recover(from: TestError.self, .promise) { _ in
        _ = isolation
        return try body()
      }
    }
  }
}
