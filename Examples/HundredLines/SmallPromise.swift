// SmallPromise.swift: a promise in a hundred lines, on `+>` and `<>`.

import PromiseOperators

/// Work that ends with a value or an error. Nothing runs before `start`; each start runs it again.
struct SmallPromise<Value: Sendable>: Sendable {
  typealias Callback = @Sendable (Result<Value, any Error>) -> Void

  /// The work: a function that needs no input any more.
  let work: AsyncFunction<Void, Value>

  init(_ work: @escaping AsyncFunction<Void, Value>) {
    self.work = work
  }

  /// A promise of a function that is called with `input`.
  init<In: Sendable>(_ function: @escaping AsyncFunction<In, Value>, _ input: In) {
    self.init { _, done in function(input, done) }
  }

  static func value(_ value: Value) -> SmallPromise {
    SmallPromise { _, done in done(.success(value)) }
  }

  static func error(_ error: any Error) -> SmallPromise {
    SmallPromise { _, done in done(.failure(error)) }
  }

  /// Runs the work. The callback is called once, not within this call.
  func start(_ callback: @escaping Callback) {
    (work +> pass)((), callback)
  }
}

/// Hands its input on. What passes through `+>` comes once, and in a job of its own.
private func pass<Value: Sendable>(
  _ value: Value, _ done: @escaping @Sendable (Result<Value, any Error>) -> Void
) {
  done(.success(value))
}

// MARK: One after the other

extension SmallPromise {
  /// The next step is a function with a callback.
  func then<Next>(_ next: @escaping AsyncFunction<Value, Next>) -> SmallPromise<Next> {
    SmallPromise<Next>(work +> next)
  }

  /// The next step is another promise.
  func then<Next>(
    _ next: @escaping @Sendable (Value) throws -> SmallPromise<Next>
  ) -> SmallPromise<Next> {
    then { value, done in
      do { try next(value).start(done) } catch { done(.failure(error)) }
    }
  }

  /// The next step is a value.
  func map<Next>(_ transform: @escaping @Sendable (Value) throws -> Next) -> SmallPromise<Next> {
    then { value, done in done(Result { try transform(value) }) }
  }

  /// The next step replaces an error.
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

// MARK: At once

extension SmallPromise {
  /// Both at once: a pair, or the first error in time.
  func and<Other>(_ other: SmallPromise<Other>) -> SmallPromise<(Value, Other)> {
    SmallPromise<(Value, Other)>(work <> other.work)
  }

  /// All at once, in two halves, and these in two halves: the values in their order.
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
