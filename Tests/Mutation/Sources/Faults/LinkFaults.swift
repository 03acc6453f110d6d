// Faults in the links of nodes: who may deliver, who may withdraw, who releases.

extension Fault {
  static let links: [Fault] = [
    Fault(
      "a delivery is claimed by a store",
      caughtBy: "C2 C3: a consumer that leaves is told or has left, never both",
      .statements(
        in: "Core/Link.swift",
        "guard word.exchange(seen, for: claimed) else { continue }",
        become: "_ = word.replace(with: claimed)")),

    Fault(
      "a link is armed without a look at a withdrawal",
      caughtBy: "C2 C3: a consumer that leaves is told or has left, never both",
      .statements(
        in: "Core/Link.swift",
        "if word.exchange(Self.waiting, for: armed) { return true }",
        become: "_ = word.replace(with: armed); return true")),

    Fault(
      "a link that is not armed keeps the cell",
      caughtBy: "C2 C3: a consumer that leaves is told or has left, never both",
      .statements(in: "Core/Link.swift", "Self.release(armed)", become: "")),

    Fault(
      "a withdrawal happens twice",
      caughtBy: "C2: leaving twice is leaving once, and others don't notice",
      .statements(
        in: "Core/Link.swift",
        """
        guard word.exchange(seen, for: seen & Self.isProducer != 0 ? Self.nobody : Self.gone)
        else { continue }
        """,
        become: "_ = word.replace(with: seen & Self.isProducer != 0 ? Self.nobody : Self.gone)")),

    Fault(
      "a link that moves releases what another thread has borrowed",
      caughtBy: "A3: two links of one chain, made in any order, with a settle",
      .expression(
        in: "Core/Link.swift", after: "relocated) else { continue } if",
        "seen & Self.borrowed == 0", becomes: "true")),

    Fault(
      "a claim releases what another thread has borrowed",
      caughtBy: "A3: two links of one chain, made in any order, with a settle",
      .expression(
        in: "Core/Link.swift", after: "claimed) else { continue } if",
        "!isBorrowed", becomes: "true")),

    Fault(
      "a borrower keeps what was claimed meanwhile",
      caughtBy: "A3: two links of one chain, made in any order, with a settle",
      .statements(
        in: "Core/Link.swift",
        after: "guard word.exchange(seen, for: Self.nobody) else { continue }",
        "Self.release(lent)", become: "")),

    Fault(
      "a borrower tells nobody of a withdrawal that it met",
      caughtBy: "A3 E2: cancelling the outer promise withdraws from the inner one, early or late",
      .expression(
        in: "Core/Link.swift",
        "Return(withdrawnByCancellation: seen == Self.cancelledWhileBorrowed)",
        becomes: "Return()")),

    Fault(
      "who meets a borrower leaves no mark",
      caughtBy: "A3: a ring is refused though somebody looks at a link that moves",
      .statements(
        in: "Core/Link.swift",
        "guard word.exchange(seen, for: seen | Self.suspected) else { continue }",
        become: "")),

    Fault(
      "a link that moved while it was borrowed is not looked at again",
      caughtBy: "A3: a ring is refused though somebody looks at a link that moves",
      .expression(
        in: "Core/Link.swift", after: "default: Self.release(lent) return",
        "Return(suspected: true)", becomes: "Return()")),

    Fault(
      "a wait that owns is withdrawn as one that does not",
      caughtBy: "E5 E2: a retry is cancelled while nobody settles the promise of its attempt",
      .expression(
        in: "Bridging/Await.swift", after: "cell.consumerLeft(byCancellation:",
        "isOwner", becomes: "false")),

    Fault(
      "a wait that owns and is cancelled before it begins does not withdraw",
      caughtBy: "E5 E2: a retry is cancelled while nobody settles the promise of its attempt",
      .statements(
        in: "Bridging/Await.swift",
        "if isOwner { Trampoline.run { $0.withdraw(from: cell) } }", become: "")),
  ]
}
