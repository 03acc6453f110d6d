// Faults in the links of nodes: who may deliver, who may withdraw, who releases.

extension Fault {
  static let links: [Fault] = [
    Fault(
      "a delivery is claimed by a store",
      caughtBy: "C2 C3: a consumer that leaves is told or has left, never both",
      .statements(
        in: "Core/Link.swift",
        "if word.compareExchange(seen, Self.nothing) { return Self.take(seen) }",
        become: "_ = word.exchange(Self.nothing); return Self.take(seen)")),

    Fault(
      "a link is armed without a look at a withdrawal",
      caughtBy: "C2 C3: a consumer that leaves is told or has left, never both",
      .statements(
        in: "Core/Link.swift",
        "if word.compareExchange(seen, armed) { return true }",
        become: "_ = word.exchange(armed); return true")),

    Fault(
      "a link that is not armed keeps the cell",
      caughtBy: "C2 C3: a consumer that leaves is told or has left, never both",
      .statements(in: "Core/Link.swift", "Self.take(armed).release()", become: "")),

    Fault(
      "a claim keeps what the link named",
      caughtBy: "a consumer is told once, whenever it comes",
      .statements(
        in: "Core/Node.swift", after: "receive(from: source, &trampoline)",
        "Link.release(reference)", become: "")),

    Fault(
      "a handler keeps the promise that it was given to",
      caughtBy: "B3: two register handlers of a settled promise while its lane is drained",
      .statements(
        in: "Core/DerivedCell.swift", "if let reference { Link.release(reference) }", become: "")),

    Fault(
      "a withdrawal happens twice",
      caughtBy: "C2: leaving twice is leaving once, and others don't notice",
      .statements(
        in: "Core/Link.swift",
        "guard word.compareExchange(seen, Self.withdrawn) else { continue }",
        become: "_ = word.exchange(Self.withdrawn)")),

    Fault(
      "a link that moves is written without a look",
      caughtBy: "A3: a consumer leaves while it moves",
      .statements(
        in: "Core/Link.swift",
        "guard word.compareExchange(seen, relocated) else { continue }",
        become: "_ = word.exchange(relocated)")),

    Fault(
      "a link that moves keeps what it named",
      caughtBy: "A3: the consumers of the outer promise get the inner one's outcome",
      .statements(
        in: "Core/Link.swift",
        after: "guard word.compareExchange(seen, relocated) else { continue }",
        "Self.hazard.release(Self.take(seen))", become: "")),

    Fault(
      "a reference that was left with a look is kept",
      caughtBy: "C4: a look upstream while the node is delivered to",
      .statements(
        in: "Primitives/HazardPointer.swift",
        "if word.exchange(Self.taken) != Self.name(object) { object.release() }",
        become: "_ = word.exchange(Self.taken)")),

    Fault(
      "a reference is left with a look that is not told",
      caughtBy: "C4: a look upstream while the node is withdrawn",
      .expression(
        in: "Primitives/HazardPointer.swift", "word.compareExchange(name, name | Self.left)",
        becomes: "true")),

    Fault(
      "a wait that owns is withdrawn as one that does not",
      caughtBy: "E5 E2: a retry is cancelled while nobody settles the promise of its attempt",
      .expression(
        in: "Bridging/Await.swift", "isOwner ? .cancelled : .stopped",
        becomes: "Upstream.Reason.stopped")),

    Fault(
      "a wait that owns and is cancelled before it begins does not withdraw",
      caughtBy: "E5 E2: a retry is cancelled while nobody settles the promise of its attempt",
      .statements(
        in: "Bridging/Await.swift",
        "if isOwner { Trampoline.run { cell.consumerWithdrew(.cancelled, &$0) } }", become: "")),
  ]
}
