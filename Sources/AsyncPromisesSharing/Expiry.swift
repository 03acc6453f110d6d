// How old the values of a cache may be, on the clock of whoever uses it.

import AsyncPromises

/// When values are too old.
struct Expiry: Sendable {
  let age: Duration
  let clock: (any Clock<Duration>)?

  /// The time on the clock of the current call.
  var now: ClockReading { clockOfCall(clock).reading }
}

/// A time on one of many clocks.
struct ClockReading: Sendable {
  private let clock: any Clock<Duration>
  private let time: any Sendable

  init<C: Clock>(_ clock: C, _ time: C.Instant) where C.Duration == Duration {
    (self.clock, self.time) = (clock, time)
  }

  /// The time after a while, counted from now.
  func later(by duration: Duration) -> ClockReading { clock.reading(after: duration) }

  /// Whether the time has come. It has if `now` is on another clock, on which nothing is known
  /// about it.
  func hasCome(at now: ClockReading) -> Bool { clock.isPast(time, at: now.clock, now.time) }
}

extension Clock<Duration> {
  fileprivate var reading: ClockReading { ClockReading(self, now) }

  fileprivate func reading(after duration: Duration) -> ClockReading {
    ClockReading(self, now.advanced(by: duration))
  }

  fileprivate func isPast(
    _ time: any Sendable, at other: any Clock<Duration>, _ now: any Sendable
  ) -> Bool {
    guard let time = time as? Instant, let now = now as? Instant, isSame(as: other) else {
      return true
    }
    return now >= time
  }

  /// Clocks of one type that aren't objects have one time.
  private func isSame(as other: any Clock<Duration>) -> Bool {
    guard let other = other as? Self else { return false }
    return !(Self.self is AnyObject.Type) || self as AnyObject === other as AnyObject
  }
}
