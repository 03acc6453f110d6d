// What an app has in place of PromiseKit's `CancellableError`.

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

/// The user has closed the window.
struct Dismissed: CancellableError {
  let isCancelled = true
}
