// How much one promise contributes to its scope's activity, until a test marks it as busy.

import AsyncPromises

/// How much of a scope's activity belongs to one promise: its handler, and its operation's jobs.
///
/// Busy work continues but no longer counts. It makes no difference which piece of work ends first.
/// If some pieces count and others don't, the latter are subtracted first, so that the scope's
/// activity never ends early.
struct WorkShare: ~Copyable {
  /// From the lowest bit: whether the work is busy, 31 bits for the work that counts, and the rest
  /// for work in progress that doesn't.
  private let word = StateWord(0)

  private static var busy: UInt64 { 1 }
  private static var counted: UInt64 { 1 << 1 }
  private static var uncounted: UInt64 { 1 << 32 }

  private static func countedNumber(_ word: UInt64) -> UInt64 { word % uncounted / counted }

  /// Whether anything counts.
  var isActive: Bool { Self.countedNumber(word.load()) > 0 }

  borrowing func enter(_ activity: ActivityCounter) {
    while true {
      let seen = word.load()
      if seen & Self.busy != 0 {
        if word.compareExchange(seen, seen + Self.uncounted) { return }
      } else {
        activity.enter()
        if word.compareExchange(seen, seen + Self.counted) { return }
        activity.leave()
      }
    }
  }

  borrowing func leave(_ activity: ActivityCounter) {
    let seen = update { $0 >= Self.uncounted ? $0 - Self.uncounted : $0 - Self.counted }
    if let seen, seen < Self.uncounted { activity.leave() }
  }

  /// Marks the work as busy, so that nothing counts from now on.
  ///
  /// - Returns: how much counted until now, for the caller to subtract; `nil` if it was already
  ///   busy.
  borrowing func becomesBusy() -> UInt64? {
    update { seen in
      let number = seen / Self.uncounted + Self.countedNumber(seen)
      return seen & Self.busy == 0 ? number * Self.uncounted | Self.busy : nil
    }.map(Self.countedNumber)
  }

  /// Makes work that begins from now on count again.
  borrowing func isBusyNoLonger() {
    _ = update { $0 & Self.busy == 0 ? nil : $0 & ~Self.busy }
  }

  /// Replaces the word, unless `change` returns `nil`.
  ///
  /// - Returns: the word that was replaced.
  private borrowing func update(_ change: (UInt64) -> UInt64?) -> UInt64? {
    while true {
      let seen = word.load()
      guard let next = change(seen) else { return nil }
      if word.compareExchange(seen, next) { return seen }
    }
  }
}

/// Counts the jobs of an operation for the executor that runs them.
package protocol JobCounter: Sendable {
  /// Called when a job is enqueued.
  func jobBegins()
  /// Called when the job has run.
  func jobEnded()
}
