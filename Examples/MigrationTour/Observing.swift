// The common part of notifications, controls and observed values: they report repeatedly until the
// observation ends. A promise takes the first report.

import AsyncPromises

// snippet: observing
extension Promise {
  /// Fulfilled with the first report. Stops observing when it is fulfilled or cancelled.
  ///
  /// - Parameter observe: starts observing, and returns a closure that stops observing.
  @MainActor
  static func observing(
    _ observe: (_ report: @escaping @Sendable (Value) -> Void) -> @MainActor () -> Void
  ) -> Promise {
    let (promise, resolver) = pending(name: "observed")
    let stop = observe { value in
      if promise.resultIfSettled == nil { resolver.fulfill(value) }
    }
    return promise.finally { stop() }
  }
}
// end
