// Faults of those who hold a list: pruning, departures, the poke, observers.

extension Fault {
  static let lists: [Fault] = [
    Fault(
      "the dead are dropped without a release",
      caughtBy: "pruning loses nobody who comes meanwhile",
      .statements(
        in: "Core/Holding.swift",
        after: "$0.link.isDead }) {", "node.release()", become: ""),
      .statements(
        in: "Core/Node.swift", "popFirst()?.release()", become: "_ = popFirst()")),

    Fault(
      "pruning forgets the living",
      caughtBy: "pruning loses nobody who comes meanwhile",
      .statements(
        in: "Core/Holding.swift",
        "(count, dead) = (0, 0) enlist(all)",
        become: """
          (count, dead) = (0, 0)
          var all = all
          while let node = all.popFirst() { node.release() }
          """)),

    Fault(
      "a departure is recorded by a store",
      caughtBy: "H1: a mark is not lost when a consumer leaves",
      .statements(
        in: "Core/Holding.swift",
        "if word.exchange(seen, for: marked &+ Self.one) { return }",
        become: "_ = word.replace(with: marked &+ Self.one); return")),

    Fault(
      "the holder takes the marks along with the departures",
      caughtBy: "H1: a mark is not lost when a consumer leaves",
      .expression(
        in: "Core/Holding.swift", after: "word.exchange(seen, for:",
        "seen & Self.marks", becomes: "0")),

    Fault(
      "who leaves a held list does not poke its holder",
      caughtBy: "E2: the last two to leave take the cell along, though an observer comes",
      .statements(
        in: "Core/Holding.swift",
        "if cell.state.exchange(seen, for: seen.poked) { return }", become: "return")),

    Fault(
      "a push takes back a poke",
      caughtBy: "E2: the last two to leave take the cell along, though an observer comes",
      .expression(
        in: "Core/CellState.swift", after: "bits:", "bits & ~Self.pointerMask",
        becomes: "bits & ~(Self.pointerMask | Self.pokedFlag)")),

    Fault(
      "the holder lets go without a look at the poke",
      caughtBy: "E2: the last two to leave take the cell along, though an observer comes",
      .expression(
        in: "Core/Holding.swift", "mayCancel || seen.isPoked", becomes: "mayCancel")),

    Fault(
      "a cell is cancelled over a consumer that has just come",
      caughtBy: "E2: the last consumer to be cancelled takes the cell along, a new one saves it",
      .expression(
        in: "Core/Holding.swift", "mayCancel && seen.inbox == nil", becomes: "mayCancel")),

    Fault(
      "a cell that was without consumers is cancelled though one came",
      caughtBy: "E2: a consumer that comes before the last one leaves keeps the cell going",
      .expression(
        in: "Core/Holding.swift",
        "(mayCancel || left.byCancellation) && roster?.hasConsumers() != true",
        becomes: "(mayCancel || (left.byCancellation && roster?.hasConsumers() != true))")),

    Fault(
      "an observer counts as a consumer",
      caughtBy: "E2: the last two to leave take the cell along, though an observer comes",
      .expression(
        in: "Core/Observer.swift", after: "override var isConsumer: Bool {",
        "false", becomes: "true")),

    Fault(
      "an observer of cancellations is told of everything",
      caughtBy: "E1: an observer of cancellations is told once, or dropped",
      .expression(
        in: "Core/Observer.swift", after: "case .cancellation:",
        "source.wasCancelled", becomes: "true")),

    Fault(
      "a failure that was faster than a cancellation is missed",
      caughtBy: "H1 E2: nobody misses a failure that comes while the last consumer is cancelled",
      .statements(
        in: "Core/Holding.swift", "if byCancellation { cell.departures.record(.sight) }",
        become: "")),

    Fault(
      "a holder forgets who was cancelled before the failure came",
      caughtBy:
        "H1 E2: nobody misses a failure that comes while the last two consumers are cancelled",
      .expression(
        in: "Core/Holding.swift", "departures.take().byCancellation || afterCancellation",
        becomes: "afterCancellation")),
  ]
}
