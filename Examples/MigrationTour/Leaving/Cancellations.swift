// An app's replacement for PromiseKit's `CancellableError`.

import AsyncPromises

// snippet: cancellable
/// An error of the app that may mean a cancellation.
protocol CancellableError: Error {
  var isCancelled: Bool { get }
}

extension Promise {
  /// Settles like this promise, but with `CancellationError` for errors that mean one.
  func namingCancellations() -> Promise<Value> {
    recover { error in
      let isCancelled = (error as? any CancellableError)?.isCancelled ?? false
      throw isCancelled ? CancellationError() : error
    }
  }
}
// end

/// The error for a window that the user has closed.
struct Dismissed: CancellableError {
  let isCancelled = true
}
