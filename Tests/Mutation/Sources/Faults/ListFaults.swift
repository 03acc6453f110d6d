// Faults of those who hold a list: pruning, withdrawals, attention, observers.

extension Fault {
  static let lists: [Fault] = [
    Fault(
      "the dead are dropped without a release",
      caughtBy: "pruning loses nobody who comes meanwhile",
      .statements(
        in: "Core/Interest.swift",
        after: """
          func enlist(_ node: Unmanaged<Node>, _ effects: inout Effects) {
          if node._withUnsafeGuaranteedRef({ $0.link.isDead }) {
          """,
        "effects.release(node)", become: ""),
      .statements(
        in: "Core/Interest.swift", "effects.release(dead)", become: "_ = dead")),

    Fault(
      "pruning forgets the living",
      caughtBy: "pruning loses nobody who comes meanwhile",
      .statements(
        in: "Core/Interest.swift",
        "while let node = all.popFirst() { enlist(node, &effects) }",
        become: "while let node = all.popFirst() { node.release() }")),

    Fault(
      "a list that is never sorted keeps the dead for good",
      caughtBy: "H1: a mark is not lost when a consumer leaves",
      .statements(in: "Core/Cell.swift", "return dead.releaseAll()", become: "return")),

    Fault(
      "a mark is set by a store",
      caughtBy: "H1: two marks are set at the same time",
      .expression(
        in: "Core/Marks.swift", "word.insert(marks) & marks != marks",
        becomes: "word.exchange(word.load() | marks) & marks != marks")),

    Fault(
      "who withdraws from a held list does not tell its holder",
      caughtBy: "E2: the last two to leave take the cell along, though an observer comes",
      .expression(
        in: "Core/CellState.swift", after: "if", "!needsAttention", becomes: "true")),

    Fault(
      "a push takes back the call for attention",
      caughtBy: "E2: the last two to leave take the cell along, though an observer comes",
      .expression(
        in: "Core/CellState.swift", after: "bits:", "bits & ~Self.pointerMask",
        becomes: "bits & ~(Self.pointerMask | Self.attentionFlag)")),

    Fault(
      "the holder lets go without a look at the call for attention",
      caughtBy: "E2: the last two to leave take the cell along, though an observer comes",
      .expression(
        in: "Core/CellState.swift", "isUnwanted || seen.needsAttention", becomes: "isUnwanted")),

    Fault(
      "a cell is cancelled over a consumer that has just come",
      caughtBy: "E2: the last consumer to be cancelled takes the cell along, a new one saves it",
      .expression(
        in: "Core/CellState.swift", "isUnwanted && seen.inbox == nil", becomes: "isUnwanted")),

    Fault(
      "a cell that was without consumers is cancelled though one came",
      caughtBy: "E2: a consumer that comes before the last one leaves keeps the cell going",
      .expression(
        in: "Core/Interest.swift", "isUnwanted && consumers?.hasConsumers(&effects) != true",
        becomes: "isUnwanted")),

    Fault(
      "an observer counts as a consumer",
      caughtBy: "E2: the last two to leave take the cell along, though an observer comes",
      .expression(
        in: "Core/Observer.swift", after: "override var isConsumer: Bool {",
        "mayLeave", becomes: "true")),

    Fault(
      "an observer of cancellations is told of everything",
      caughtBy: "E1: an observer of cancellations is told once, or dropped",
      .expression(
        in: "Core/Observer.swift", after: "case .cancellation:",
        "source.wasCancelled", becomes: "true")),

    Fault(
      "a consumer that has left by the time of the failure was never there",
      caughtBy: "H1 E2: nobody misses a failure that comes while the last consumer is cancelled",
      .statements(
        in: "Core/Delivery.swift", "if isRejected, node.isConsumer { marks.set(.seen) }",
        become: "")),

    Fault(
      "consumers that are sorted out were never there",
      caughtBy:
        "H1 E2: nobody misses a failure that comes while the last two consumers are cancelled",
      .statements(
        in: "Core/Interest.swift", "if hasConsumer { marks.set(.seen) }", become: "")),
  ]
}
