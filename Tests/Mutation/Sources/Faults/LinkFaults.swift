// Faults in the links of nodes: delivery, withdrawal and release.

extension Fault {
  static let links: [Fault] = [
    Fault(
      "a delivery is claimed by a store",
      caughtBy: "C2 C3: a consumer that leaves is notified or has left, never both",
      .statements(
        in: "Core/Link.swift",
        "if word.compareExchange(seen, Self.detachedBits) { return Unmanaged(word: seen) }",
        become: "_ = word.exchange(Self.detachedBits); return Unmanaged(word: seen)")),

    Fault(
      "a link is armed without checking for a withdrawal",
      caughtBy: "C2 C3: a consumer that leaves is notified or has left, never both",
      .statements(
        in: "Core/Link.swift",
        "if word.compareExchange(seen, armed.word) { return true }",
        become: "_ = word.exchange(armed.word); return true")),

    Fault(
      "a link that is not armed keeps the cell",
      caughtBy: "C2 C3: a consumer that leaves is notified or has left, never both",
      .statements(in: "Core/Link.swift", "armed.release()", become: "")),

    Fault(
      "a claim keeps what the link named",
      caughtBy: "a consumer is notified once, whenever it attaches",
      .statements(
        in: "Core/Node.swift", after: "receive(from: source, &effects)",
        "reference.release()", become: "")),

    Fault(
      "a handler keeps the promise that it was given to",
      caughtBy: "B3: two threads register handlers of a settled promise while its lane is drained",
      .statements(
        in: "Running/Trampoline.swift", "source?.release()", become: "")),

    Fault(
      "a withdrawal happens twice",
      caughtBy: "C2: leaving twice is like leaving once, and doesn't affect others",
      .statements(
        in: "Core/Link.swift",
        "guard word.compareExchange(seen, Self.withdrawn) else { continue }",
        become: "_ = word.exchange(Self.withdrawn)")),

    Fault(
      "a link that moves is overwritten without a check",
      caughtBy: "A3: a consumer leaves while it moves",
      .statements(
        in: "Core/Link.swift",
        "guard word.compareExchange(seen, relocated.word) else { continue }",
        become: "_ = word.exchange(relocated.word)")),

    Fault(
      "a link that moves keeps what it named",
      caughtBy: "A3: the consumers of the outer promise get the inner one's outcome",
      .statements(
        in: "Core/Link.swift",
        after: "guard word.compareExchange(seen, relocated.word) else { continue }",
        "Unmanaged<Node>(word: seen)?.release()", become: "")),

    Fault(
      "a cancelled get() leaves like a wait that only observes",
      caughtBy: "C2 E2: two calls of get() are cancelled together, and the work is stopped",
      .expression(
        in: "Bridging/Await.swift",
        after: "Trampoline.run(deferring: .everything) { effects in cell.consumerWithdrew(",
        "wait == .get ? .cancelled : .stopped", becomes: "Node.Reason.stopped")),

    Fault(
      "a cancelled wait that only observes leaves like a get()",
      caughtBy: "E3: cancelling the last wait cancels nothing else",
      .expression(
        in: "Core/Interest.swift",
        after: "cell.leaveIfUnreachable(&effects) } if", "reason != .stopped", becomes: "true")),

    Fault(
      "a get() that is cancelled before it begins does not leave",
      caughtBy: "C2 E2: two calls of get() are cancelled together, and the work is stopped",
      .statements(
        in: "Bridging/Await.swift",
        after: "resume() Trampoline.run { effects in",
        "cell.consumerWithdrew(wait == .get ? .cancelled : .stopped, &effects)",
        become: "cell.consumerWithdrew(.stopped, &effects)")),

    Fault(
      "a gate that all consumers have left is abandoned",
      caughtBy: "E2: two consumers leave a gate together, and it stays pending for a third",
      .expression(in: "Core/Interest.swift", after: "guard", "hasWork", becomes: "true")),

    Fault(
      "a shielded promise that all consumers have left is abandoned",
      caughtBy: "E3: all consumers leave a shielded promise while it settles",
      .expression(
        in: "Chaining/Shielded.swift",
        after:
          """
          class ShieldRelay<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
            override var hasWork: Bool {
          """,
        "false", becomes: "true")),

    Fault(
      "nothing keeps the work of dropped shielded promises going",
      caughtBy: "E3: shielded promises are dropped while the last consumer of their source leaves",
      .statements(
        in: "Chaining/Shielded.swift", "source.attach(keeper, &effects)", become: "")),

    Fault(
      "a cancellation handler does not count as work to stop",
      caughtBy: "C2 E2: two calls of get() are cancelled together, and the work is stopped",
      .statements(
        in: "WriteEnd.swift", "marks.set(.hasWork)", become: "")),

    Fault(
      "a handler whose source has settled does not count as work to stop",
      caughtBy: "E2: the last consumer leaves a derived promise whose handler is due",
      .expression(
        in: "Running/DerivedCell.swift", after: "override var hasWork: Bool {", "true",
        becomes: "super.hasWork")),

    Fault(
      "a consumer that comes after all have left is not recognized",
      caughtBy: "E3 H2: a consumer attaches while the last one leaves: it is served, or too late",
      .expression(
        in: "Core/Failure.swift", "marks.hasPublished(.abandoned)", becomes: "false")),
  ]
}
