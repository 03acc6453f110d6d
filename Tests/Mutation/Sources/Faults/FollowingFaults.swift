// Faults in following: binding, moving, dissolving.

extension Fault {
  static let following: [Fault] = [
    Fault(
      "a bound cell forgets consumers that came while it was being bound",
      caughtBy: "A3: the consumers of the outer promise get the inner one's outcome",
      .statements(
        in: "Core/CellState.swift",
        """
        if change(seen, to: CellState(following: retained), seen.isHeld ? .none : .begins) {
          return !seen.isHeld
        }
        """,
        become: """
          let now = state
          if now.phase == .pending, change(now, to: CellState(following: retained)) {
            return !now.isHeld
          }
          """)),

    Fault(
      "a relay is not held while nodes move to it",
      caughtBy: "B3: handlers of a bound promise, registered while it moves and settles",
      .expression(
        in: "Core/CellState.swift",
        after: "relay.word.storeExclusively(CellState(.pending, seen.newest, isHeld:",
        "true", becomes: "false")),

    Fault(
      "a binding thread moves a list that another thread holds",
      caughtBy: "E2: the last two leave while they move, and the inner promise is abandoned",
      .expression(
        in: "Following/Following.swift", after: "if", "mustMove", becomes: "true")),

    Fault(
      "the inner promise follows the outer one",
      caughtBy: "A2 A3: a promise is bound or settled, whichever comes first",
      .expression(
        in: "Following/Following.swift",
        "bind(to: inner, through: relay(), &effects)",
        becomes: "inner.bind(to: self, through: ValueCell(relayFor: inner.origin), &effects)")),

    Fault(
      "a bound cell does not retain its relay",
      caughtBy: "A3: the consumers of the outer promise get the inner one's outcome",
      .expression(
        in: "Core/CellState.swift",
        after: "borrowing func bind(to relay: Cell) -> Bool? { let retained =",
        "Unmanaged.passRetained(relay)", becomes: "Unmanaged.passUnretained(relay)")),

    Fault(
      "a relay that comes too late is not released",
      caughtBy: "A2 A3: a promise is bound or settled, whichever comes first",
      .statements(
        in: "Core/CellState.swift",
        after: "relay.word.storeExclusively(CellState(.settled))",
        "retained.release()", become: "")),

    Fault(
      "a promise that follows itself waits for itself",
      caughtBy: "A3: a consumer attaches while a promise starts to follow itself",
      .expression(
        in: "Following/Following.swift", after: "if", "inner.root === relay", becomes: "false")),

    Fault(
      "a promise that is cancelled before it is bound does not withdraw",
      caughtBy: "A3 E2: cancelling the outer promise withdraws from the inner one, early or late",
      .statements(
        in: "Following/Following.swift", "$0.tell(inner, consumerWas: .cancelled)", become: "")),

    Fault(
      "a relay that is cancelled before it waits does not withdraw",
      caughtBy: "A3 E2: cancelling the outer promise withdraws from the inner one, early or late",
      .statements(
        in: "Core/Delivery.swift", "consumerWithdrew(reason, &effects)", become: "")),

    Fault(
      "a relay is abandoned before its nodes have moved",
      caughtBy: "A3: a consumer leaves while it moves",
      .expression(
        in: "Core/Marks.swift", after: "word.storeExclusively(",
        "Mark.relay.bits + Self.living", becomes: "Mark.relay.bits"),
      .statements(
        in: "Following/Following.swift", "relay.consumerVanished(&effects)", become: "")),

    Fault(
      "a relay does not learn that consumers left while its nodes moved",
      caughtBy: "E2: the last consumer leaves while it moves, and the inner promise is abandoned",
      .expression(
        in: "Core/Interest.swift", after: "cell.marks.set(", "reason == .stopped ? .seen : .left",
        becomes: "Marks.Mark.seen")),

    Fault(
      "a relay that has all its nodes does not check whether consumers have left",
      caughtBy: "E2: the last two leave while they move, and the inner promise is abandoned",
      .statements(
        in: "Core/Interest.swift", "if marks.has(.left) { abandonIfUnwanted(&effects) }",
        become: "")),

    Fault(
      "a node that was dead when it moved counts as living",
      caughtBy: "E2: the last two leave while they move, and the inner promise is abandoned",
      .statements(
        in: "Core/Delivery.swift", "if node.isConsumer { consumerVanished(&effects) }",
        become: "")),

    Fault(
      "a consumer that comes while its promise is bound counts twice",
      caughtBy: "E2 A3: a consumer that attaches while its promise is bound counts once",
      .expression(in: "Core/Delivery.swift", "node.link.points(to: self)", becomes: "false")),

    Fault(
      "what an orphan was told to ignore is forgotten with it",
      caughtBy: "H1: an ignored failure stays ignored when it is passed on, even by an orphan",
      .statements(
        in: "Following/Orphans.swift",
        "if marks.has(.handled) { waiting.marks.set(.handled) }", become: "")),

    Fault(
      "an orphan keeps its place upstream",
      caughtBy: "A7: an orphan is dissolved while its last consumer leaves",
      .statements(
        in: "Following/Orphans.swift", "link.claim()?.release()", become: "")),

    Fault(
      "a list is held by two threads",
      caughtBy: "C2: two consumers prune the list while another attaches and the cell settles",
      .expression(
        in: "Core/CellState.swift", after: "guard seen.phase == .pending,", "!seen.isHeld",
        becomes: "true")),

    Fault(
      "an orphan is dissolved though nothing waits for it",
      caughtBy: "A7 E3: an orphan without consumers keeps the inner promise pending",
      .expression(
        in: "Following/Orphans.swift", "!nodes.isEmpty", becomes: "true")),

    Fault(
      "the mark of a failure is looked for before it is set",
      caughtBy: "H1: the mark of an ignored failure is not lost while the cell is bound",
      .statements(
        in: "Core/Failure.swift",
        """
        cell.marks.set(mark)
        guard let relay = cell.state.relay else { return }
        cell = relay.takeUnretainedValue()
        """,
        become: """
          let relay = cell.state.relay
          cell.marks.set(mark)
          guard let relay else { return }
          cell = relay.takeUnretainedValue()
          """)),
  ]
}
