// Completion handlers of the usual shapes, which settle a resolver's promise.

extension Resolver {
  var valueHandler: @Sendable (Value) -> Void {
    { settle(with: .success($0)) }
  }

  var valueOrErrorHandler: @Sendable (Value?, (any Error)?) -> Void {
    { value, error in settle(with: value, or: error) }
  }

  func resultHandler<E: Error>() -> @Sendable (Result<Value, E>) -> Void {
    { settle(with: $0.mapError { $0 as any Error }) }
  }

  func pairHandler<First, Second>() -> @Sendable (First, Second) -> Void
  where Value == (First, Second) {
    { first, second in settle(with: .success((first, second))) }
  }

  func pairOrErrorHandler<First, Second>() -> @Sendable (First?, Second?, (any Error)?) -> Void
  where Value == (First, Second) {
    { first, second, error in
      let pair: (First, Second)? = if let first, let second { (first, second) } else { nil }
      settle(with: pair, or: error)
    }
  }

  /// Settles with the error if there is one.
  fileprivate func settle(with value: Value?, or error: (any Error)?) {
    if let error {
      settle(with: .failure(error))
    } else if let value {
      settle(with: .success(value))
    } else {
      settle(with: .failure(PromiseError.missingValue))
    }
  }
}

extension Resolver<Void> {
  var nothingHandler: @Sendable () -> Void {
    { settle(with: .success(())) }
  }

  var errorHandler: @Sendable ((any Error)?) -> Void {
    { error in settle(with: (), or: error) }
  }
}

extension Resolver<Bool> {
  var flagOrErrorHandler: @Sendable (Bool, (any Error)?) -> Void {
    { flag, error in settle(with: flag, or: error) }
  }
}
