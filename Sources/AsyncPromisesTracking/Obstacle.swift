// What a pending promise waits for, as its record stores it for reports.

import AsyncPromises

/// What keeps a pending promise waiting, in one word. It holds no pointer that could dangle.
///
/// From the lowest bit: three bits for the kind, then the number of a promise or, for a retry, the
/// number of the attempt and the maximum number of attempts, each in half of the other bits.
struct Obstacle: Equatable {
  enum Kind: UInt64 {
    case resolver, promise, operation, pause, time, items, inputs
    /// A promise that is not tracked.
    case untracked
  }

  let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  init(_ obstacle: Origin.Obstacle) {
    let (kind, payload): (Kind, UInt64) =
      switch obstacle {
      case .resolver: (.resolver, 0)
      case .operation: (.operation, 0)
      case .time: (.time, 0)
      case .items: (.items, 0)
      case .inputs: (.inputs, 0)
      case .promise(let cell):
        (cell.origin.number == 0 ? .untracked : .promise, cell.origin.number)
      case .attempt(let attempt, let count): (.operation, Self.payload(attempt, count))
      case .pause(let attempt, let count): (.pause, Self.payload(attempt, count))
      }
    bits = payload << 3 | kind.rawValue
  }

  var kind: Kind { Kind(rawValue: bits & 7) ?? .resolver }

  /// The number of the promise that is being waited for.
  var number: UInt64? { kind == .promise ? bits >> 3 : nil }

  /// The attempt of a retry in words, without the maximum number if that is too large to store.
  var attempt: String? {
    guard kind == .operation || kind == .pause, bits >> 3 != 0 else { return nil }
    let (attempt, count) = ((bits >> 3) & Self.most, (bits >> 3) >> Self.half)
    return count == Self.most ? "attempt \(attempt)" : "attempt \(attempt) of \(count)"
  }

  // MARK: Packing two numbers

  private static var half: UInt64 { 30 }

  /// Stands for any number that does not fit.
  private static var most: UInt64 { (1 << half) - 1 }

  private static func payload(_ attempt: Int, _ count: Int) -> UInt64 {
    min(UInt64(count), most) << half | min(UInt64(attempt), most)
  }
}
