// Faults in what becomes of a value that its consumers have missed.

extension Fault {
  static let lateValues: [Fault] = [
    Fault(
      "the value of work goes nowhere when its last consumer leaves as it arrives",
      caughtBy: "H1 E2: the value of work arrives while its only consumer leaves, and is reported",
      .statements(
        in: "Core/MissedValue.swift",
        "if marks.isMissed { origin.reportMissedValue() }", become: "")),

    Fault(
      "a value that arrives as a time limit passes seems to have reached the limit's consumers",
      caughtBy: "H1 G2: a late value is asked for, and arrives while a time limit passes",
      .expression(
        in: "Core/MissedValue.swift", "!isTaken || source.marks.hasPublished(.owed)",
        becomes: "isTaken && source.marks.hasPublished(.owed)")),
  ]
}
