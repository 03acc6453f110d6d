// Faults that occur in a single thread as work continues.

extension Fault {
  static let oneThread: [Fault] = [
    Fault(
      "a sleep that ends forgets those beside it",
      caughtBy: "G1: short timers beside a long one leave no sleep behind",
      .statements(
        in: "Timing/SharedSleep.swift",
        "wakeUps.removeAll { $0 <= now }", become: "wakeUps = []")),

    Fault(
      "a sleep that ends just after a limit is shared by halves",
      caughtBy: "G1: a limit that ends just before the sleep under way wakes once",
      .expression(
        in: "Timing/SharedSleep.swift", after: "return wakeUps.count <", "4", becomes: "0")),

    Fault(
      "an inline handler that blocks leaves those behind it waiting",
      caughtBy: "B3: before an inline handler blocks, the handlers behind it run",
      .statements(
        of: "PromiseCompatSupport", in: "InlineLoop.swift", "current?.runHandlers()", become: "")),
  ]
}
