// Backoff: how long a retry pauses.

/// The pauses between the attempts of a retry.
///
/// The arithmetic saturates: no pause exceeds a hundred years.
///
/// ## Example
/// ```swift
/// let backoff = Backoff.exponential(base: .milliseconds(200), cap: .seconds(30)).jitter()
/// ```
public struct Backoff: Sendable {
  private enum Growth: Sendable {
    case none
    case constant(Duration)
    case linear(Duration)
    case exponential(base: Duration, factor: Double)
  }

  private let growth: Growth
  private var cap: Duration = .century
  private var range: ClosedRange<Double> = 1...1
  /// The source of jitter factors. Each retry gets its own copy.
  private(set) var generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()

  private init(_ growth: Growth, cap: Duration? = nil) {
    self.growth = growth
    if let cap { self.cap = min(cap, .century) }
  }

  /// A backoff with no pauses.
  public static var none: Backoff { Backoff(.none) }

  /// Returns a backoff with the same pause each time.
  ///
  /// - Parameter duration: the pause.
  public static func constant(_ duration: Duration) -> Backoff {
    Backoff(.constant(duration))
  }

  /// Returns a backoff whose pause starts at `step` and grows by `step` each time.
  ///
  /// - Parameters:
  ///   - step: the first pause, and the increment for each later one.
  ///   - cap: the longest pause, before any jitter.
  public static func linear(_ step: Duration, cap: Duration? = nil) -> Backoff {
    Backoff(.linear(step), cap: cap)
  }

  /// Returns a backoff whose pause starts at `base` and is multiplied by `factor` each time.
  ///
  /// - Parameters:
  ///   - base: the first pause.
  ///   - factor: the multiplier for each later pause. Traps if it is negative or NaN.
  ///   - cap: the longest pause, before any jitter.
  public static func exponential(
    base: Duration, factor: Double = 2, cap: Duration? = nil
  ) -> Backoff {
    precondition(factor >= 0, "A backoff factor must be zero or more, not \(factor).")
    precondition(factor.isFinite, "A backoff factor must be finite, not \(factor).")
    return Backoff(.exponential(base: base, factor: factor), cap: cap)
  }

  /// Returns a backoff with each pause multiplied by a random factor, so that clients don't all
  /// retry at the same time.
  ///
  /// In tests, pass a seeded generator. Each retry starts with a copy of it, so the pauses are the
  /// same in every run.
  ///
  /// ## Example
  /// ```swift
  /// struct Seeded: RandomNumberGenerator {
  ///   var state: UInt64
  ///   mutating func next() -> UInt64 {
  ///     state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
  ///     return state
  ///   }
  /// }
  /// let backoff = Backoff.constant(.seconds(8)).jitter(using: Seeded(state: 7))
  /// ```
  ///
  /// - Parameters:
  ///   - range: the range of the factors. Traps if it contains a negative number.
  ///   - generator: the source of the factors, by default the system's generator. Pass a value
  ///     type: a reference would be shared, not copied.
  public func jitter(
    _ range: ClosedRange<Double> = 0.5...1,
    using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) -> Backoff {
    precondition(range.lowerBound >= 0, "Jitter factors must be zero or more, not \(range).")
    precondition(range.upperBound.isFinite, "Jitter factors must be finite, not \(range).")
    var jittered = self
    (jittered.range, jittered.generator) = (range, generator)
    return jittered
  }

  /// Returns the pause after a failed attempt. Attempts are counted from 1.
  func pause(afterAttempt attempt: Int, using generator: inout some RandomNumberGenerator)
    -> Duration
  {
    let whole: Duration =
      switch growth {
      case .none: .zero
      case .constant(let duration): duration
      case .linear(let step): step.multiplied(by: Double(attempt))
      case .exponential(let base, let factor):
        base.multiplied(by: factor.raised(to: attempt - 1))
      }
    let factor =
      range.lowerBound == range.upperBound
      ? range.lowerBound : Double.random(in: range, using: &generator)
    return min(whole, cap).multiplied(by: factor)
  }
}

extension Duration {
  /// Returns the product, clamped to a century of either sign. It is exact if the factor is whole.
  fileprivate func multiplied(by factor: Double) -> Duration {
    if self == .zero || factor == 0 { return .zero }
    let seconds = self / .seconds(1) * factor
    guard abs(seconds) < Duration.century / .seconds(1) else {
      return seconds < 0 ? .zero - .century : .century
    }
    return Int(exactly: factor).map { self * $0 } ?? .seconds(seconds)
  }
}

extension Double {
  /// Returns the power, computed by repeated squaring.
  fileprivate func raised(to exponent: Int) -> Double {
    var (result, square, rest) = (1.0, self, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }
}
