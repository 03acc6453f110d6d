// Faults in interest, and in holding a list.

extension Fault {
  static let lists: [Fault] = [
    Fault(
      "pruning forgets the living",
      caughtBy: "pruning loses no consumer that attaches meanwhile",
      .statements(in: "Core/Interest.swift", "living.append(node)", become: "node.release()")),

    Fault(
      "nodes are not put back if others have come meanwhile",
      caughtBy: "pruning loses no consumer that attaches meanwhile",
      .statements(
        in: "Core/CellState.swift", "list.append(nodes)",
        become: "var rest = nodes; rest.releaseAll()")),

    Fault(
      "nodes are put back over those that came meanwhile",
      caughtBy: "B3: consumers keep their order while the list is pruned",
      .expression(in: "Core/CellState.swift", after: "if", "seen.newest != nil", becomes: "false")),

    Fault(
      "nodes are put back into a list that has moved",
      caughtBy: "A3: consumers move while the list is pruned",
      .statements(
        in: "Core/Interest.swift",
        "_ = word.putBack(nodes)?._withUnsafeGuaranteedRef { $0.word.putBack(nodes) }",
        become: "_ = word.putBack(nodes)")),

    Fault(
      "a list that is never pruned keeps the dead for good",
      caughtBy: "H1: a mark is not lost when a consumer leaves",
      .statements(in: "Core/Cell.swift", "return dead.releaseAll()", become: "return")),

    Fault(
      "a mark is set by a store",
      caughtBy: "H1: two marks are set at the same time",
      .expression(
        in: "Core/Marks.swift", "word.insert(mark.bits)",
        becomes: "word.exchange(word.load() | mark.bits)")),

    Fault(
      "consumers are counted without regard to each other",
      caughtBy: "E2: the last two consumers are cancelled together, and the cell is abandoned",
      .expression(
        in: "Core/Marks.swift", after: "let sum =", "word.add(Self.dead &- Self.living)",
        becomes:
          """
          { change in word.exchange(word.load() &+ change) &+ change }(Self.dead &- Self.living)
          """
      )),

    Fault(
      "a consumer is counted when it has come, not before",
      caughtBy: "E2: a consumer withdraws before it has attached",
      .statements(
        in: "Core/Delivery.swift",
        after: "orLeft reason: Reason, _ effects: inout Effects) {", "marks.consumerCame()",
        become: ""),
      .statements(
        in: "Core/Delivery.swift", after: "if node.link.arm(with: self) {",
        "attach(counted: .passRetained(node), &effects)",
        become: "marks.consumerCame(); attach(counted: .passRetained(node), &effects)")),

    Fault(
      "the first consumer is counted by a store",
      caughtBy: "E2: two consumers attach, and one of them leaves",
      .statements(
        in: "Core/Marks.swift",
        "if word.compareExchange(seen, (seen | Mark.seen.bits) &+ Self.living) { return true }",
        become: "_ = word.exchange((seen | Mark.seen.bits) &+ Self.living); return true")),

    Fault(
      "a cell is abandoned though a consumer wants it",
      caughtBy: "E2: a consumer that attaches before the last one leaves keeps the cell pending",
      .expression(
        in: "Core/Interest.swift", "marks.abandon()", becomes: "marks.set(.abandoned)")),

    Fault(
      "an observer counts as a consumer",
      caughtBy: "E2: the cell is abandoned by its last two consumers, despite a new observer",
      .expression(
        in: "Core/Observer.swift", after: "override var isConsumer: Bool {",
        "mayLeave", becomes: "true")),

    Fault(
      "an observer of cancellations is notified of everything",
      caughtBy: "E1: an observer of cancellations is notified once, or dropped",
      .expression(
        in: "Core/Observer.swift", after: "case .cancellation:",
        "source.wasCancelled", becomes: "true")),

    Fault(
      "a consumer that has left by the time of the failure was never there",
      caughtBy: "H1 E2: a failure is seen even if the last consumer is cancelled meanwhile",
      .expression(
        in: "Core/Marks.swift", after: "if", "Self.isSet(.seen, in: seen)", becomes: "true")),
  ]
}
