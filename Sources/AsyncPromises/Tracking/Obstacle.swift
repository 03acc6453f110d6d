// What a pending promise waits for, as its record keeps it for a report.

extension Origin {
  /// What keeps a pending promise waiting, in one word: nothing is read through it that could go.
  ///
  /// From the bottom: three bits for the kind, then the number of a promise or, of a retry, the
  /// number of the attempt and how many there are at most, in half of the rest each.
  @usableFromInline
  struct Obstacle: Equatable {
    enum Kind: UInt {
      case resolver, promise, operation, pause, time, items, inputs
      /// A promise that is not tracked.
      case untracked
    }

    let bits: UInt

    init(bits: UInt) {
      self.bits = bits
    }

    private init(_ kind: Kind, _ payload: UInt = 0) {
      bits = payload << 3 | kind.rawValue
    }

    static var resolver: Obstacle { Obstacle(.resolver) }
    static var operation: Obstacle { Obstacle(.operation) }
    static var time: Obstacle { Obstacle(.time) }
    static var items: Obstacle { Obstacle(.items) }
    static var inputs: Obstacle { Obstacle(.inputs) }
    static var untracked: Obstacle { Obstacle(.untracked) }

    /// The promise of a cell.
    static func promise(of cell: Cell) -> Obstacle {
      cell.origin.record.map { Obstacle(.promise, $0.number) } ?? .untracked
    }

    /// The operation of a retry, which is at an attempt.
    static func operation(attempt: Int, of count: Int) -> Obstacle {
      Obstacle(.operation, payload(attempt, count))
    }

    /// The pause of a retry.
    static func pause(beforeAttempt attempt: Int, of count: Int) -> Obstacle {
      Obstacle(.pause, payload(attempt, count))
    }

    var kind: Kind { Kind(rawValue: bits & 7) ?? .resolver }

    /// The number of the promise that is waited for.
    var number: UInt? { kind == .promise ? bits >> 3 : nil }

    /// The attempt of a retry, in words; without how many there are where that is beyond counting.
    var attempt: String? {
      guard kind == .operation || kind == .pause, bits >> 3 != 0 else { return nil }
      let (attempt, count) = ((bits >> 3) & Self.most, (bits >> 3) >> Self.half)
      return count == Self.most ? "attempt \(attempt)" : "attempt \(attempt) of \(count)"
    }

    // MARK: Two numbers in one

    private static var half: UInt { UInt(UInt.bitWidth - 3) / 2 }

    /// What a greater number is told as.
    private static var most: UInt { (1 << half) - 1 }

    private static func payload(_ attempt: Int, _ count: Int) -> UInt {
      min(UInt(count), most) << half | min(UInt(attempt), most)
    }
  }

}

extension Record {
  /// The numbers of a group's inputs; zero for one that is not tracked.
  final class Inputs {
    let numbers: [UInt]

    init(_ numbers: [UInt]) { self.numbers = numbers }

    static func at(_ bits: UInt) -> Unmanaged<Inputs>? {
      // SAFETY: only `note` stores here, once, and what it stored is kept to the end of the record.
      UnsafeRawPointer(bitPattern: bits).map { Unmanaged.fromOpaque($0) }
    }
  }
}
