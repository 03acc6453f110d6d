// For compatibility modules whose promises are settled through the promise itself, and for time
// limits in seconds.

import AsyncPromises

extension Promise {
  /// Settles the promise from outside, whatever it waits for or follows.
  ///
  /// The promise withdraws from its source, which continues even if it has no other consumer.
  ///
  /// - Returns: whether this call settled the promise.
  @usableFromInline @discardableResult
  package func settle(with outcome: Result<Value, any Error>) -> Bool {
    Trampoline.run { effects in
      cell.settleRoot { root in
        guard root.claimSettling() else { return false }
        root.leaveUpstream(.stopped, &effects)
        ValueCell<Value>.of(root).settleClaimed(outcome, &effects)
        return true
      }
    }
  }

  /// Keeps `object` until the promise is settled.
  ///
  /// Weak references to a promise of the original libraries stay valid that long, because handlers
  /// keep the promise that they settle.
  @usableFromInline
  package func keep(_ object: AnyObject) {
    guard !cell.isSettled else { return }
    nonisolated(unsafe) let object = object
    Trampoline.run { effects in
      cell.observe(.settling, &effects) { _ in withExtendedLifetime(object) {} }
    }
  }

  /// Returns a promise that is fulfilled once `duration` has passed, and never before this call
  /// returns, however short the duration is.
  package static func later(
    after duration: Duration, _ origin: @autoclosure () -> Origin, fulfilling value: Value
  ) -> Promise {
    delay(for: max(duration, .nanoseconds(1)), nil, origin(), fulfilling: value)
  }

  /// Returns a promise that settles like this one if that happens within `limit`, and is otherwise
  /// rejected with `error`.
  ///
  /// After the rejection this promise continues, even if nothing else waits for it.
  package func timeout(
    after limit: Duration, _ origin: @autoclosure () -> Origin, rejecting error: any Error
  ) -> Promise {
    if unhandledSeenOutcome != nil { return self }
    let timed = Promise.group(of: [cell], remaining: .leave, origin()) { input, cell, effects in
      if !input.hasLostResolver { cell.settle(as: input, &effects) }
    }
    let cell = timed.cell
    cell.limit(to: limit) { _ = cell.reject(error, &$0) }
    return timed
  }
}

extension Duration {
  /// Returns a number of seconds as a duration between zero and a century. NaN becomes zero.
  package static func timeInterval(_ seconds: Double) -> Duration {
    guard seconds > 0 else { return .zero }
    return seconds < century / .seconds(1) ? .seconds(seconds) : century
  }
}
