// Faults in mailboxes, in the write end, and in waiting.

extension Fault {
  static let handlers: [Fault] = [
    Fault(
      "a job ends its service without another look",
      caughtBy: "B3: a handler that comes late waits for its elder",
      .statements(
        in: "Primitives/Mailbox.swift",
        "if word.compareExchange(seen, Self.idle) { return nil }",
        become: "_ = word.exchange(Self.idle); return nil")),

    Fault(
      "a lane that is served is given a second job",
      caughtBy: "B3: a handler that comes late waits for its elder",
      .expression(
        in: "Primitives/Mailbox.swift", "seen == Self.idle", becomes: "Self.pointer(seen) == nil")),

    Fault(
      "a broken promise is settled only if nobody waits for it",
      caughtBy: "A4: the last resolver goes while somebody begins to wait",
      .expression(
        in: "Resolver.swift", after: "guard", "cell.state.phase == .pending",
        becomes: "cell.state == CellState(.pending)")),

    Fault(
      "a wait that is cancelled before it begins is not ended",
      caughtBy: "C2 C3: a wait that is cancelled ends, whenever that is",
      .expression(
        in: "Bridging/Await.swift", after: "private func cancelledBeforehand(_ cell: Cell) {",
        "resume()", becomes: "()")),
  ]
}
