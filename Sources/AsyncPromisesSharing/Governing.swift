// What a limiter can be asked and told.

import AsyncPromises

extension PromiseLimiter {
  /// How many places are taken. One that has all of them counts as one.
  public var runningCount: Int { places.withLock { $0.taken } }

  /// How many calls wait for a place.
  public var waitingCount: Int { places.withLock { $0.waiting.count } }

  /// The maximum number of operations that run at a time.
  ///
  /// A higher limit lets the first that wait begin at once. With a lower one, those that run go on,
  /// and nothing begins until fewer run. With a limit of zero, nothing begins. Traps if it is set
  /// to a negative number.
  public var limit: Int {
    get { places.withLock { $0.limit } }
    nonmutating set {
      precondition(newValue >= 0, "A PromiseLimiter's limit can't be \(newValue).")
      places.withLock {
        $0.limit = newValue
        return $0.grant()
      }.ring()
    }
  }

  /// Cancels all calls that wait for a place: they fail with `CancellationError`, and their
  /// operations never start.
  ///
  /// ## Cancellation
  /// What runs isn't cancelled.
  ///
  /// ## Example
  /// ```swift
  /// connections.cancelWaiting()
  /// ```
  public func cancelWaiting() {
    for (cell, alarm) in places.withLock({ $0.cancelWaiting() }) {
      cell?.cancel()
      alarm?.ring()
    }
  }
}

/// The error of a call that finds as many calls waiting as its limiter allows.
public struct LimiterIsFull: Error, Equatable {
  /// The maximum number of calls that wait.
  public let maxWaiting: Int

  /// Creates the error of a limiter that lets this many calls wait.
  public init(maxWaiting: Int) { self.maxWaiting = maxWaiting }
}
