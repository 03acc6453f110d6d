// A countdown that reaches zero once.

/// Counts down the remaining inputs.
@usableFromInline
package final class Countdown: Sendable {
  private let left: StateWord

  @usableFromInline
  package init(from count: Int) {
    left = StateWord(UInt64(count))
  }

  /// - Returns: whether this was the last input.
  @usableFromInline
  package func countDown() -> Bool {
    left.add(.max) == 0
  }
}
