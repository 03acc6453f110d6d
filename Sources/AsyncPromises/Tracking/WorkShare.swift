// What one promise has to do with its scope being at work, until a test takes it for busy.

/// How much of the activity of a scope is one promise's: its handler, the jobs of its operation.
///
/// Busy work goes on, and counts no longer. Which of several ends first makes no difference: where
/// some count and some do not, those that do not are struck off first, so that the activity of the
/// scope never ends early.
struct WorkShare: ~Copyable {
  /// From the lowest bit: whether the work is busy, eleven bits for what counts, and the rest for
  /// what is under way and does not count. What comes when as much counts as there are bits for
  /// need not count as well: it is struck off before the last of the others is.
  private let word = StateWord(0)

  private static var busy: UInt { 1 }
  private static var counted: UInt { 1 << 1 }
  private static var uncounted: UInt { 1 << 12 }

  private static func countedNumber(_ word: UInt) -> UInt { word % uncounted / counted }

  /// Whether what comes now does not count.
  private static func countsNoMore(_ word: UInt) -> Bool {
    word & busy != 0 || countedNumber(word) == uncounted / counted - 1
  }

  /// Whether anything counts.
  var isActive: Bool { Self.countedNumber(word.load()) > 0 }

  borrowing func enter(_ activity: ActivityCounter) {
    while true {
      let seen = word.load()
      if Self.countsNoMore(seen) {
        if word.compareExchange(seen, seen + Self.uncounted) { return }
      } else {
        activity.enter()
        if word.compareExchange(seen, seen + Self.counted) { return }
        activity.leave()
      }
    }
  }

  borrowing func leave(_ activity: ActivityCounter) {
    while true {
      let seen = word.load()
      if seen >= Self.uncounted {
        if word.compareExchange(seen, seen - Self.uncounted) { return }
      } else if word.compareExchange(seen, seen - Self.counted) {
        return activity.leave()
      }
    }
  }

  /// Nothing counts from now on.
  ///
  /// - Returns: what counted until now, which the caller strikes off; `nil` if the work was busy.
  borrowing func becomesBusy() -> UInt? {
    while true {
      let seen = word.load()
      guard seen & Self.busy == 0 else { return nil }
      let number = Self.countedNumber(seen)
      let uncounted = seen / Self.uncounted + number
      if word.compareExchange(seen, uncounted * Self.uncounted | Self.busy) { return number }
    }
  }

  /// What begins from now on counts again.
  borrowing func isBusyNoLonger() {
    while true {
      let seen = word.load()
      guard seen & Self.busy != 0 else { return }
      if word.compareExchange(seen, seen & ~Self.busy) { return }
    }
  }
}

/// How often an operation was resumed while a test waited for its scope to come to rest.
struct Resumptions: ~Copyable {
  /// The wait of the test.
  private let rest = StateWord(0)
  private let number = StateWord(0)
  /// Of these, those that found the scope at rest.
  private let numberFromRest = StateWord(0)

  /// The operation is resumed.
  ///
  /// - Parameter isFromRest: whether nothing else was at work.
  /// - Returns: whether that was once too often.
  borrowing func add(in rest: UInt, isFromRest: Bool) -> Bool {
    if self.rest.exchange(rest) != rest { reset() }
    let isPolling = isFromRest && numberFromRest.add(1) >= Self.limitFromRest
    return number.add(1) >= Self.limit || isPolling
  }

  /// The operation waits for something that is known.
  borrowing func reset() {
    _ = number.exchange(0)
    _ = numberFromRest.exchange(0)
  }

  static var limit: UInt { 10_000 }
  static var limitFromRest: UInt { 100 }
}

/// Is told of the jobs of an operation by the executor that runs them.
package protocol JobCounter: Sendable {
  /// A job is enqueued.
  func jobBegins()
  /// It has run.
  func jobEnded()
}
