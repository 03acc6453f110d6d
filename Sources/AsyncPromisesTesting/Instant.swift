// The times of a clock that a test moves.

extension ManualClock {
  /// An instant of a manual clock.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The time since the clock was created.
    public let offset: Duration

    /// Returns the instant that is `duration` later.
    ///
    /// - Parameter duration: the distance; may be negative.
    /// - Returns: the other instant.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// Returns the time from this instant to the other one.
    ///
    /// - Parameter other: an instant of the same clock.
    /// - Returns: the distance, negative if the other instant is earlier.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Returns whether `a` comes before `b`.
    public static func < (a: Instant, b: Instant) -> Bool {
      a.offset < b.offset
    }

    /// The time since the clock was created, in readable form.
    public var description: String { "\(offset) after the start" }
  }
}
