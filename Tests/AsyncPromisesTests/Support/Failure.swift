// The error that a promise was rejected with, for tests that expect a certain kind.

import AsyncPromises

extension Promise {
  /// The promise's error, if it has already been rejected. Doesn't wait.
  var failure: (any Error)? {
    guard case .failure(let error) = resultIfSettled else { return nil }
    return error
  }

  /// Whether the promise has already been rejected with `CancellationError`. Doesn't wait.
  var isRejectedByCancellation: Bool { failure is CancellationError }

  /// Whether the promise has been abandoned by now. Doesn't wait, and doesn't count as a consumer.
  var isAbandoned: Bool {
    guard case .failure(PromiseError.abandoned)? = unhandledOutcome else { return false }
    return true
  }

  /// Whether the promise has been cancelled or abandoned by now.
  var isStopped: Bool {
    guard case .failure(let error)? = unhandledOutcome else { return false }
    return isAbandoned || error is CancellationError
  }

  /// The `PromiseError` that the promise is rejected with, if any.
  var libraryError: PromiseError? {
    get async {
      guard case .failure(let error as PromiseError) = await result else { return nil }
      return error
    }
  }

  /// Whether the promise is rejected because a value is missing.
  var isMissingValue: Bool {
    get async {
      guard case .missingValue = await libraryError else { return false }
      return true
    }
  }

  /// Where the promise was created, if it is rejected because its resolver was released.
  var brokenSite: String? {
    get async {
      guard case .broken(let site) = await libraryError else { return nil }
      return site
    }
  }

  /// The time limit that the promise was given, if it times out.
  var timeLimit: Duration? {
    get async {
      guard case .timedOut(let limit, _, _) = await libraryError else { return nil }
      return limit
    }
  }
}

/// A pending promise with work to stop, such as a request.
func pendingWork<Value>(
  of type: Value.Type = Int.self, onCancel: @escaping @Sendable () -> Void = {}
) -> (promise: Promise<Value>, resolver: Resolver<Value>) {
  let (promise, resolver) = Promise<Value>.pending()
  resolver.onCancel(onCancel)
  return (promise, resolver)
}
