// A countdown that reaches zero once.

/// Counts down the remaining inputs.
@usableFromInline
final class Countdown: Sendable {
  private let left: StateWord

  @usableFromInline
  init(from count: Int) {
    left = StateWord(UInt64(count))
  }

  /// - Returns: whether this was the last input.
  @usableFromInline
  func countDown() -> Bool {
    left.add(.max) == 0
  }
}
