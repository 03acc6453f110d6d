// The instants of a clock that the test advances.

extension ManualClock {
  /// An instant on a manual clock.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The time since the clock was created.
    public let offset: Duration

    /// Returns the instant that is `duration` later.
    ///
    /// - Parameter duration: how far to move; may be negative.
    /// - Returns: the resulting instant.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// Returns the time from this instant to `other`.
    ///
    /// - Parameter other: an instant on the same clock.
    /// - Returns: the duration, negative if `other` is earlier.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Returns whether `a` is earlier than `b`.
    public static func < (a: Instant, b: Instant) -> Bool {
      a.offset < b.offset
    }

    /// The time since the clock was created, in readable form.
    public var description: String { "\(offset) after the start" }
  }
}
