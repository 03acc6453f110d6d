// Missed values: all consumers left while the value was arriving.
//
// A consumer that gets an outcome stays counted. A fulfilled cell whose consumers have all left,
// and whose value has not been read, has a missed value. What becomes of it is decided when the
// last reference to the cell is released, because it may still be read until then.
//
// Most values may be lost, which is reported if work made them. One that must not be lost is owed
// by its cell (`LateValueCell`). A cell that passes an owed value on keeps the cell that owes it,
// as a consumer of its own, so that all who pass it on report to one place, in no chain.

extension Cell {
  /// Settles like a cell that counts this one among its consumers. Called once, by a consumer that
  /// has done nothing else with the value.
  @usableFromInline @discardableResult
  final func take(from source: Cell, _ effects: inout Effects) -> Bool {
    let isTaken = settle(as: source, &effects)
    // The value has not reached this consumer, or counts it where it is owed.
    if !isTaken || source.marks.hasPublished(.owed) { source.marks.consumerVanished() }
    return isTaken
  }

  /// Takes over a duty along with the value: this cell becomes a consumer of the one that owes it.
  ///
  /// - Returns: that cell, which this one has to keep.
  final func oweValue(of settled: Cell) -> Cell {
    let owing = settled.link.keptSource ?? settled
    owing.marks.consumerCame()
    marks.set(.owed)
    return owing
  }

  /// Reports or gives back a value that nobody has received, at the deinitialization.
  final func endDuty() {
    if marks.hasPublished(.owed), let owing = link.takeSource() {
      if marks.isMissed { owing._withUnsafeGuaranteedRef { $0.marks.consumerVanished() } }
      return owing.release()
    }
    if marks.isMissed { origin.reportMissedValue() }
  }
}
