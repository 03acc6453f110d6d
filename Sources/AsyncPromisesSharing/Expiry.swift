// How old the values of a cache may be, on the clock of whoever uses it.

import AsyncPromises

/// Whether a time has come, on the clock of a call.
@usableFromInline
typealias IsOver = @Sendable (_ clock: any Clock<Duration>) -> Bool

extension Clock<Duration> {
  /// Counts a time from now. On another clock, on which nothing is known about it, it has come.
  func counting(_ duration: Duration) -> IsOver {
    let end = now.advanced(by: duration)
    return { clock in
      guard let clock = clock as? Self, isSame(as: clock) else { return true }
      return clock.now >= end
    }
  }

  /// Clocks of one type that aren't objects have one time.
  private func isSame(as other: Self) -> Bool {
    !(Self.self is AnyObject.Type) || self as AnyObject === other as AnyObject
  }
}
