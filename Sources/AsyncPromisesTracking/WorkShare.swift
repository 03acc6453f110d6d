// How much one promise contributes to its scope's activity, until a test marks it as busy.

import AsyncPromises

/// How much of a scope's activity belongs to one promise: its handler, and its operation's jobs.
///
/// Busy work continues but no longer counts. It makes no difference which piece of work ends first.
/// If some pieces count and others don't, the latter are subtracted first, so that the scope's
/// activity never ends early.
struct WorkShare: ~Copyable {
  /// From the lowest bit: whether the work is busy, eleven bits for the work that counts, and the
  /// rest for work in progress that doesn't. Work that begins when the eleven bits are full need
  /// not count, because it is subtracted before the last of the work that does.
  private let word = StateWord(0)

  private static var busy: UInt64 { 1 }
  private static var counted: UInt64 { 1 << 1 }
  private static var uncounted: UInt64 { 1 << 12 }

  private static func countedNumber(_ word: UInt64) -> UInt64 { word % uncounted / counted }

  /// Whether work that begins now doesn't count.
  private static func countsNoMore(_ word: UInt64) -> Bool {
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

  /// Marks the work as busy, so that nothing counts from now on.
  ///
  /// - Returns: how much counted until now, for the caller to subtract; `nil` if it was already
  ///   busy.
  borrowing func becomesBusy() -> UInt64? {
    while true {
      let seen = word.load()
      guard seen & Self.busy == 0 else { return nil }
      let number = Self.countedNumber(seen)
      let uncounted = seen / Self.uncounted + number
      if word.compareExchange(seen, uncounted * Self.uncounted | Self.busy) { return number }
    }
  }

  /// Makes work that begins from now on count again.
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
  /// Identifies the wait of the test.
  private let rest = StateWord(0)
  private let number = StateWord(0)
  /// How many of these resumptions found the scope at rest.
  private let numberFromRest = StateWord(0)

  /// Counts a resumption of the operation.
  ///
  /// - Parameter isFromRest: whether nothing else was at work.
  /// - Returns: whether that was one too many.
  borrowing func add(in rest: UInt64, isFromRest: Bool) -> Bool {
    if self.rest.exchange(rest) != rest { reset() }
    let isPolling = isFromRest && numberFromRest.add(1) >= Self.limitFromRest
    return number.add(1) >= Self.limit || isPolling
  }

  /// Starts over: the operation waits for something that is tracked.
  borrowing func reset() {
    _ = number.exchange(0)
    _ = numberFromRest.exchange(0)
  }

  static var limit: UInt64 { 10_000 }
  static var limitFromRest: UInt64 { 100 }
}

/// Counts the jobs of an operation for the executor that runs them.
package protocol JobCounter: Sendable {
  /// Called when a job is enqueued.
  func jobBegins()
  /// Called when the job has run.
  func jobEnded()
}
