// What a pending promise waits for, as its record stores it for reports.

extension Origin {
  /// What keeps a pending promise waiting, in one word. It holds no pointer that could dangle.
  ///
  /// From the lowest bit: three bits for the kind, then the number of a promise or, for a retry,
  /// the number of the attempt and the maximum number of attempts, each in half of the other bits.
  @usableFromInline
  struct Obstacle: Equatable {
    enum Kind: UInt64 {
      case resolver, promise, operation, pause, time, items, inputs
      /// A promise that is not tracked.
      case untracked
    }

    let bits: UInt64

    init(bits: UInt64) {
      self.bits = bits
    }

    private init(_ kind: Kind, _ payload: UInt64 = 0) {
      bits = payload << 3 | kind.rawValue
    }

    static var resolver: Obstacle { Obstacle(.resolver) }
    static var operation: Obstacle { Obstacle(.operation) }
    static var time: Obstacle { Obstacle(.time) }
    static var items: Obstacle { Obstacle(.items) }
    static var inputs: Obstacle { Obstacle(.inputs) }
    static var untracked: Obstacle { Obstacle(.untracked) }

    /// Waiting for a cell's promise.
    static func promise(of cell: Cell) -> Obstacle {
      cell.origin.recorder.map { Obstacle(.promise, $0.number) } ?? .untracked
    }

    /// Waiting for an attempt of a retry.
    static func operation(attempt: Int, of count: Int) -> Obstacle {
      Obstacle(.operation, payload(attempt, count))
    }

    /// Waiting for the pause before an attempt of a retry.
    static func pause(beforeAttempt attempt: Int, of count: Int) -> Obstacle {
      Obstacle(.pause, payload(attempt, count))
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
}
