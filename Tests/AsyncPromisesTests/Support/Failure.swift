// The error that a promise ends with, where a test looks for one of a certain kind.

import AsyncPromises

extension Promise {
  /// The error that the promise is rejected with by now; never waits.
  var failure: (any Error)? {
    guard case .failure(let error) = resultIfSettled else { return nil }
    return error
  }

  /// Whether the promise is rejected with `CancellationError` by now; never waits.
  var isRejectedByCancellation: Bool { failure is CancellationError }

  /// Whether the promise is rejected by now because everybody has left it; never waits, and is no
  /// consumer of it.
  var isAbandoned: Bool {
    guard case .failure(PromiseError.abandoned)? = unhandledOutcome else { return false }
    return true
  }

  /// Whether the promise was cancelled, or left by everybody, by now.
  var isStopped: Bool {
    guard case .failure(let error)? = unhandledOutcome else { return false }
    return isAbandoned || error is CancellationError
  }

  /// The error of the library's own that the promise ends with, if it does.
  var libraryError: PromiseError? {
    get async {
      guard case .failure(let error as PromiseError) = await result else { return nil }
      return error
    }
  }

  /// Whether the promise ends for want of a value.
  var isMissingValue: Bool {
    get async {
      guard case .missingValue = await libraryError else { return false }
      return true
    }
  }

  /// Where the promise was made, when it ends because its resolver is gone.
  var brokenSite: String? {
    get async {
      guard case .broken(let site) = await libraryError else { return nil }
      return site
    }
  }

  /// The limit that the promise times out after, when it ends so.
  var timeLimit: Duration? {
    get async {
      guard case .timedOut(let limit, _) = await libraryError else { return nil }
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
