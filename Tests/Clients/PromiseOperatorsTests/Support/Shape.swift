// Functions of the three shapes that the tests control, and a way to call each.

import AsyncPromises
import PromiseOperators
import TestSupport

/// Errors for tests, which compare by value.
enum TestError: Error, Equatable {
  case first
  case second
}

/// The outcome of a call.
enum Outcome: Equatable, Sendable {
  case value(String)
  case error(TestError)
  case cancelled, broken
  case strange(String)

  init(_ result: Result<String, any Error>) {
    switch result {
    case .success(let value): self = .value(value)
    case .failure(let error as TestError): self = .error(error)
    case .failure(is CancellationError): self = .cancelled
    case .failure(PromiseError.broken): self = .broken
    case .failure(let error): self = .strange("\(error)")
    }
  }

  init(_ result: Result<(String, String), any Error>) {
    self.init(result.map { "\($0)|\($1)" })
  }
}

/// The shapes of an asynchronous function.
enum Shape: CaseIterable, Sendable {
  case callback, promise, awaited
}

/// A test function that records each call, and waits for the outcome that the test gives it.
final class Work: Sendable {
  let calls = Journal<String>()
  let begun = Gate()
  /// The promise that the function waits for or returns.
  let (promise, resolver) = Promise<String>.pending()
  /// Opens when a cancellation has reached the function.
  let cancelled = Gate()

  init(_ result: Result<String, TestError>? = nil) {
    resolver.onCancel { [cancelled] in cancelled.open() }
    if let result { resolver.resolve(with: result) }
  }

  private func begin(_ input: String) {
    calls.write(input)
    begun.open()
  }

  /// Prepends the input to the value with which the test ends the function.
  var callback: AsyncFunction<String, String> {
    { input, done in
      self.begin(input)
      self.promise.whenSettled { done($0.map { input + $0 }) }
    }
  }

  var promised: PromiseFunction<String, String> {
    { input in
      self.begin(input)
      return self.promise.map { input + $0 }
    }
  }

  var awaited: AwaitedFunction<String, String> {
    { input in
      self.begin(input)
      return try await withTaskCancellationHandler {
        input + (try await self.promise.value)
      } onCancel: {
        self.promise.cancel()
      }
    }
  }
}

/// The combined functions, all as functions that return a promise.
extension Shape {
  func series(_ a: Work, _ b: Work) -> PromiseFunction<String, String> {
    switch self {
    case .callback: promising(a.callback +> b.callback)
    case .promise: a.promised +> b.promised
    case .awaited: promising(a.awaited +> b.awaited)
    }
  }

  func parallel(_ a: Work, _ b: Work) -> PromiseFunction<String, (String, String)> {
    switch self {
    case .callback: promising(a.callback <> b.callback)
    case .promise: a.promised <> b.promised
    case .awaited: promising(a.awaited <> b.awaited)
    }
  }
}

/// A callback function that calls back `times` times with the result of `make`.
func answer<Out: Sendable>(
  _ make: @escaping @Sendable (String) -> Out, times: Int = 1
) -> AsyncFunction<String, Out> {
  { input, done in for _ in 0..<times { done(.success(make(input))) } }
}
