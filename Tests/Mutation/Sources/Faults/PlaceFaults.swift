// Faults in how a limiter's places are taken and given back.

extension Fault {
  static let places: [Fault] = [
    Fault(
      "a place that is given back isn't given to who waits for it",
      caughtBy: "N1: an operation ends while a task comes to its place",
      .expression(
        of: "AsyncPromisesSharing", in: "Places.swift",
        after: "(taken, isTakenAlone) = (taken - 1, false) return", "waiting.isEmpty",
        becomes: "true")),

    Fault(
      "a place is lost if its waiter is cancelled when its turn comes",
      caughtBy: "N1: a waiting task is cancelled when its turn comes",
      .statements(
        of: "AsyncPromisesSharing", in: "Places.swift",
        after: "next = changeLine(of: ticket) { $0.remove(ticket) }",
        "if !free() { alarms = grant() }", become: "")),

    Fault(
      "a place is given while one has all of them",
      caughtBy: "N2: a barrier runs alone, in its turn, even if it is cancelled then",
      .expression(
        of: "AsyncPromisesSharing", in: "Places.swift", "!isTakenAlone", becomes: "true")),

    Fault(
      "a barrier doesn't wait for those before it",
      caughtBy: "N2: a barrier runs alone, in its turn, even if it is cancelled then",
      .expression(
        of: "AsyncPromisesSharing", in: "Places.swift", "(isAlone ? min(limit, 1) : limit)",
        becomes: "limit")),

    Fault(
      "a higher limit lets nobody begin",
      caughtBy: "N2: the limit rises as a task comes, which has to begin before a place is freed",
      .expression(
        of: "AsyncPromisesSharing", in: "Governing.swift", after: "$0.limit = newValue return",
        "$0.grant()", becomes: "Alarms()")),
  ]
}
