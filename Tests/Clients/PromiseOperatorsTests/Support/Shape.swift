// Functions of the three shapes that do as they are told, and a way to call each.

import AsyncPromises
import PromiseOperators
import TestSupport

/// Errors for tests, which compare by value.
enum TestError: Error, Equatable {
  case first
  case second
}

/// What became of a call.
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

/// A function of the test's: it notes each call, and waits until the test says how to end it.
final class Work: Sendable {
  let calls = Journal<String>()
  let begun = Gate()
  /// The promise that the function waits for or returns.
  let (promise, resolver) = Promise<String>.pending()
  /// Opens when a cancellation has come to the function.
  let cancelled = Gate()

  init(_ result: Result<String, TestError>? = nil) {
    resolver.onCancel { [cancelled] in cancelled.open() }
    if let result { resolver.resolve(with: result) }
  }

  private func begin(_ input: String) {
    calls.write(input)
    begun.open()
  }

  /// Appends the input to what the function is ended with.
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

/// The outcome of a call, for tests that compare shapes.
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

/// A callback function that calls back with what it is given, as often as it is told.
func answer<Out: Sendable>(
  _ make: @escaping @Sendable (String) -> Out, times: Int = 1
) -> AsyncFunction<String, Out> {
  { input, done in for _ in 0..<times { done(.success(make(input))) } }
}
