// A promise in a hundred lines, built on `+>` and `<>`.

import PromiseOperators

/// Work that ends with a value or an error. It doesn't run until `start`; each `start` runs it
/// again.
struct SmallPromise<Value: Sendable>: Sendable {
  typealias Callback = @Sendable (Result<Value, any Error>) -> Void

  /// The work, as a function without input.
  let work: AsyncFunction<Void, Value>

  init(_ work: @escaping AsyncFunction<Void, Value>) {
    self.work = work
  }

  /// Creates a promise that calls the function with `input`.
  init<In: Sendable>(_ function: @escaping AsyncFunction<In, Value>, _ input: In) {
    self.init { _, done in function(input, done) }
  }

  static func value(_ value: Value) -> SmallPromise {
    SmallPromise { _, done in done(.success(value)) }
  }

  static func error(_ error: any Error) -> SmallPromise {
    SmallPromise { _, done in done(.failure(error)) }
  }

  /// Runs the work. The callback is called once, after this call returns.
  func start(_ callback: @escaping Callback) {
    (work +> pass)((), callback)
  }
}

/// Passes its input on. `+>` ensures that it is called only once, and in a separate job.
private func pass<Value: Sendable>(
  _ value: Value, _ done: @escaping @Sendable (Result<Value, any Error>) -> Void
) {
  done(.success(value))
}

// MARK: Sequential

extension SmallPromise {
  /// Continues with a callback function.
  func then<Next>(_ next: @escaping AsyncFunction<Value, Next>) -> SmallPromise<Next> {
    SmallPromise<Next>(work +> next)
  }

  /// Continues with another promise.
  func then<Next>(
    _ next: @escaping @Sendable (Value) throws -> SmallPromise<Next>
  ) -> SmallPromise<Next> {
    then { value, done in
      do { try next(value).start(done) } catch { done(.failure(error)) }
    }
  }

  /// Transforms the value.
  func map<Next>(_ transform: @escaping @Sendable (Value) throws -> Next) -> SmallPromise<Next> {
    then { value, done in done(Result { try transform(value) }) }
  }

  /// Replaces an error with a value.
  func `catch`(_ recover: @escaping @Sendable (any Error) throws -> Value) -> SmallPromise {
    SmallPromise { _, done in
      start { result in
        switch result {
        case .success: done(result)
        case .failure(let error): done(Result { try recover(error) })
        }
      }
    }
  }
}

// MARK: Concurrent

extension SmallPromise {
  /// Runs both concurrently; ends with both values or the first error.
  func and<Other>(_ other: SmallPromise<Other>) -> SmallPromise<(Value, Other)> {
    SmallPromise<(Value, Other)>(work <> other.work)
  }

  /// Runs all concurrently, splitting them recursively; keeps their order.
  static func all<Element>(
    _ promises: some Collection<SmallPromise<Element>>
  ) -> SmallPromise where Value == [Element] {
    guard let first = promises.first else { return .value([]) }
    guard promises.count > 1 else { return first.map { [$0] } }
    let half = promises.count / 2
    return all(Array(promises.prefix(half))).and(all(Array(promises.dropFirst(half))))
      .map { $0 + $1 }
  }
}
