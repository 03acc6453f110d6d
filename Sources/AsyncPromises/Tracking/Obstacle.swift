// What a pending promise waits for, as its record keeps it for a report.

extension Record {
  /// What keeps a pending promise waiting, in one word: nothing is read through it that could go.
  @usableFromInline
  struct Obstacle: Equatable {
    let bits: UInt

    static var resolver: Obstacle { Obstacle(bits: 0) }
    static var operation: Obstacle { Obstacle(bits: 2) }
    static var time: Obstacle { Obstacle(bits: 4) }
    static var items: Obstacle { Obstacle(bits: 6) }
    static var inputs: Obstacle { Obstacle(bits: 8) }
    /// A promise that is not tracked.
    static var untracked: Obstacle { Obstacle(bits: 10) }

    /// The promise of a cell.
    static func promise(of cell: Cell) -> Obstacle {
      cell.origin.record.map { Obstacle(bits: $0.number << 1 | 1) } ?? .untracked
    }

    /// The number of the promise that is waited for.
    var number: UInt? { bits & 1 == 0 ? nil : bits >> 1 }
  }

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
