// What a resolver settles its promise with, for each of the usual shapes of completion handlers.

extension Resolver {
  var valueHandler: @Sendable (Value) -> Void {
    { fulfill($0) }
  }

  var valueOrErrorHandler: @Sendable (Value?, (any Error)?) -> Void {
    { value, error in settle(with: value, error) }
  }

  func resultHandler<E: Error>() -> @Sendable (Result<Value, E>) -> Void {
    { resolve(with: $0) }
  }

  func pairHandler<First, Second>() -> @Sendable (First, Second) -> Void
  where Value == (First, Second) {
    { first, second in fulfill((first, second)) }
  }

  func pairOrErrorHandler<First, Second>() -> @Sendable (First?, Second?, (any Error)?) -> Void
  where Value == (First, Second) {
    { first, second, error in
      let pair: (First, Second)? = if let first, let second { (first, second) } else { nil }
      settle(with: pair, error)
    }
  }

  /// The error wins.
  private func settle(with value: Value?, _ error: (any Error)?) {
    if let error {
      reject(error)
    } else if let value {
      fulfill(value)
    } else {
      reject(PromiseError.missingValue)
    }
  }
}

extension Resolver<Void> {
  var nothingHandler: @Sendable () -> Void {
    { fulfill() }
  }

  var errorHandler: @Sendable ((any Error)?) -> Void {
    { error in
      if let error { reject(error) } else { fulfill() }
    }
  }
}

extension Resolver<Bool> {
  var flagOrErrorHandler: @Sendable (Bool, (any Error)?) -> Void {
    { flag, error in
      if let error { reject(error) } else { fulfill(flag) }
    }
  }
}
