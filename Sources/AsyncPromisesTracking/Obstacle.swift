// What a pending promise waits for, as its record stores it for reports.

import AsyncPromises

/// What keeps a pending promise waiting, in one word. It holds no pointer that could dangle.
///
/// From the lowest bit: three bits for the kind, then the number of a promise or, for a retry, the
/// number of the attempt and the maximum number of attempts, each in half of the other bits.
struct Obstacle: Equatable {
  let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  /// - Parameter number: the promise's, or zero for one that is not tracked.
  init(_ kind: Origin.Obstacle, number: UInt64 = 0) { bits = number << 3 | kind.rawValue }

  init(_ kind: Origin.Obstacle, attempt: Int, of count: Int) {
    let (attempt, count) = (min(UInt64(attempt), Self.most), min(UInt64(count), Self.most))
    self.init(kind, number: count << Self.half | attempt)
  }

  var kind: Origin.Obstacle { Origin.Obstacle(rawValue: bits & 7) ?? .resolver }

  /// The number of the promise that is being waited for, if it is tracked.
  var number: UInt64? { kind == .promise && bits >> 3 != 0 ? bits >> 3 : nil }

  /// The attempt of a retry in words, without the maximum number if that is too large to store.
  var attempt: String? {
    guard kind == .operation || kind == .pause, bits >> 3 != 0 else { return nil }
    let (attempt, count) = ((bits >> 3) & Self.most, (bits >> 3) >> Self.half)
    return count == Self.most ? "attempt \(attempt)" : "attempt \(attempt) of \(count)"
  }

  /// What is being waited for in words, if no promises are known that say it better.
  var words: String {
    switch kind {
    case .promise: "an untracked promise"
    case .pause: "the pause before \(attempt ?? "an attempt")"
    default: "its \(kind)"
    }
  }

  private static var half: UInt64 { 30 }

  /// Stands for any number that does not fit.
  private static var most: UInt64 { (1 << half) - 1 }
}
