// What an app has in place of PromiseKit's `CancellableError`.

import AsyncPromises

// snippet: cancellable
/// An error of the app's own that may stand for a cancellation.
protocol CancellableError: Error {
  var isCancelled: Bool { get }
}

extension Promise {
  /// Settles like this promise, but with `CancellationError` for all that stands for it.
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
