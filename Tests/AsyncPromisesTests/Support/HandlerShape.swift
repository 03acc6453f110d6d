// The shapes of a cancellable function's completion handler, to run a common test with each of
// them.

import AsyncPromises

/// How a function calls back, if it returns an object that cancels its work.
enum HandlerShape: CaseIterable, Sendable {
  case value
  case valueOrError
  case result
  case twoOrError
  case error

  private typealias End<each Answer> = @Sendable (repeat each Answer) -> Void

  /// Wraps a function of this shape.
  ///
  /// - Parameter call: the function; it receives a closure that calls back with a success.
  func wrap<Work: Sendable>(
    cancel: @escaping @Sendable (Work) -> Void,
    _ call: (@escaping @Sendable () -> Void) throws -> Work
  ) -> any PromiseProtocol {
    typealias Failure = (any Error)?
    switch self {
    case .value:
      return Promise.wrap(cancel: cancel) { (end: @escaping End<Int>) in try call { end(1) } }
    case .valueOrError:
      return Promise.wrap(cancel: cancel) { (end: @escaping End<Int?, Failure>) in
        try call { end(1, nil) }
      }
    case .result:
      return Promise.wrap(cancel: cancel) { (end: @escaping End<Result<Int, TestError>>) in
        try call { end(.success(1)) }
      }
    case .twoOrError:
      return Promise.wrap(cancel: cancel) { (end: @escaping End<Int?, Int?, Failure>) in
        try call { end(1, 2, nil) }
      }
    case .error:
      return Promise.wrap(cancel: cancel) { (end: @escaping End<Failure>) in
        try call { end(nil) }
      }
    }
  }
}

// Operations on a promise whose type isn't known.
extension PromiseProtocol {
  /// Cancels the promise.
  func cancelPromise() -> Bool { promise.cancel() }

  /// The error that the promise has been rejected with, if any.
  var failureOfPromise: (any Error)? { promise.failure }
  var isAbandonedPromise: Bool { promise.isAbandoned }

  /// Fulfilled when the promise is.
  var fulfilment: Promise<Void> { promise.map { _ in } }
}
