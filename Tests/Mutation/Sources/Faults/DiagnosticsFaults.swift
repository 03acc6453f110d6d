// Faults in counting what is outstanding.

extension Fault {
  static let diagnostics: [Fault] = [
    Fault(
      "a handler is counted when it runs, not when it is due",
      caughtBy: "T2: a scope is not at rest between a settlement and its handler",
      .statements(
        in: "Core/Trampoline.swift", "derived.origin.record?.handlerIsQueued()", become: ""),
      .statements(
        in: "Core/Trampoline.swift", "record.running { runHandler(of: retained) }",
        become: "record.handlerIsQueued(); record.running { runHandler(of: retained) }")),

    Fault(
      "who begins to wait does not look once more",
      caughtBy: "T2: a wait ends once, and not before what was handed over has ended",
      .statements(
        in: "Diagnostics/Tally.swift", "if isZero { callWatchers() }", become: "")),

    Fault(
      "an entry is announced before it is counted",
      caughtBy: "T2: who sees that something came sees it counted",
      .statements(
        in: "Diagnostics/Tally.swift", "tally.count.add(1) tally.entries.add(1)",
        become: "tally.entries.add(1); tally.count.add(1)")),

    Fault(
      "an operation is resumed, and still taken to be idle",
      caughtBy: "T4: an operation is idle while it waits, and at work when its promise is settled",
      .statements(in: "Diagnostics/KnownWait.swift", "record?.operationGoesOn()", become: "")),

    Fault(
      "an operation that waits for a promise is taken to be at work",
      caughtBy: "T4: an operation is idle while it waits, and at work when its promise is settled",
      .statements(in: "Bridging/Await.swift", "knownWait?.begins()", become: "")),
  ]
}
