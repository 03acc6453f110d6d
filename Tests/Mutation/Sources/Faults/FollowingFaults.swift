// Faults in following: binding, moving, dissolving, rings.

extension Fault {
  static let following: [Fault] = [
    Fault(
      "a bound cell forgets who came while it was bound",
      caughtBy: "A3: the consumers of the outer promise get the inner one's outcome",
      .statements(
        in: "Core/Following.swift",
        """
        guard state.exchange(seen, for: CellState(following: retained, flagsOf: seen))
        else { continue }
        """,
        become: """
          let now = phase
          guard now.phase == .pending,
            state.exchange(now, for: CellState(following: retained, flagsOf: now))
          else { continue }
          """)),

    Fault(
      "a relay is not held while nodes move to it",
      caughtBy: "A3: a consumer leaves while it moves",
      .expression(
        in: "Core/Following.swift", after: "CellState(.pending, inbox: seen.inbox, isHeld:",
        "true", becomes: "false")),

    Fault(
      "who binds moves a list that another thread holds",
      caughtBy: "A3: a consumer leaves while it moves",
      .expression(
        in: "Core/Following.swift", after: "if", "!seen.isHeld", becomes: "true")),

    Fault(
      "the inner promise follows the outer one",
      caughtBy: "A2 A3: bound or settled, whichever comes first",
      .expression(
        in: "Core/ValueCell.swift",
        "bind(to: inner, through: ValueCell(relayOf: origin), &trampoline)",
        becomes: "inner.bind(to: self, through: ValueCell(relayOf: inner.origin), &trampoline)")),

    Fault(
      "a bound cell does not retain its relay",
      caughtBy: "A3: the consumers of the outer promise get the inner one's outcome",
      .expression(
        in: "Core/Following.swift", after: ") -> Bool { let retained =",
        "Unmanaged.passRetained(relay)", becomes: "Unmanaged.passUnretained(relay)")),

    Fault(
      "a relay that comes too late is not released",
      caughtBy: "A2 A3: bound or settled, whichever comes first",
      .statements(
        in: "Core/Following.swift",
        after: "relay.state.storeExclusively(CellState(.settled).bits)",
        "retained.release()", become: "")),

    Fault(
      "a promise that is cancelled before it is bound does not withdraw",
      caughtBy: "A3 E2: cancelling the outer promise withdraws from the inner one, early or late",
      .statements(
        in: "Core/ValueCell.swift",
        "observe(.cancellation, &trampoline) { $0.withdraw(from: inner) }", become: "")),

    Fault(
      "a cancellation that the holder was looking into does not move on",
      caughtBy: "E2: the last interest leaves while it moves, and takes the inner promise along",
      .expression(
        in: "Core/Following.swift", "departures.take().byCancellation || afterCancellation",
        becomes: "departures.take().byCancellation")),

    Fault(
      "what an orphan was told to ignore goes with it",
      caughtBy: "H1: what was ignored is ignored where it is passed on, also by an orphan",
      .statements(
        in: "Core/Following.swift",
        "if departures.failureWasHandled { roster.markFailures(.handling) }", become: "")),

    Fault(
      "an orphan is dissolved under another holder",
      caughtBy: "A7: one of two consumers leaves an orphan that is being dissolved",
      .expression(
        in: "Core/Following.swift", after: "guard seen.phase == .pending,",
        "!seen.isHeld", becomes: "true")),

    Fault(
      "an orphan keeps its place upstream",
      caughtBy: "A7: an orphan is dissolved while its last consumer leaves",
      .statements(in: "Core/Following.swift", "_ = link.claim()", become: "")),

    Fault(
      "the mark of a failure is looked for before it is set",
      caughtBy: "H1: the mark of a failure that is nobody's concern "
        + "is not lost while the cell is bound",
      .statements(
        in: "Diagnostics/UnhandledRejections.swift",
        """
        cell.departures.record(mark)
        // Either this look sees that the cell follows, or whoever binds it sees the mark.
        guard let relay = cell.phase.relay else { return }
        // SAFETY: a following word is final and retains its relay; `cell` is retained here.
        cell = relay.takeUnretainedValue()
        """,
        become: """
          let relay = cell.phase.relay
          cell.departures.record(mark)
          guard let relay else { return }
          cell = relay.takeUnretainedValue()
          """)),

    Fault(
      "a ring is looked for only under consumers that nobody has sorted",
      caughtBy: "A3: a ring is refused though a consumer leaves",
      .expression(
        in: "Core/Following.swift", "seen.isHeld || roster != nil || relay.phase.inbox != nil",
        becomes: "relay.phase.inbox != nil")),
  ]
}
