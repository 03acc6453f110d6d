// Faults in groups and timers.

extension Fault {
  static let groups: [Fault] = [
    Fault(
      "the inputs of a group are counted by a store",
      caughtBy: "F: the last of all inputs decides once",
      .expression(
        in: "Groups/Countdown.swift", "left.add(.max) == 0",
        becomes: """
          {
            let seen = left.load()
            _ = left.exchange(seen - 1)
            return seen == 1
          }()
          """)),

    Fault(
      "a map that has begun nothing counts as complete",
      caughtBy: "H1 F2: a map that was cancelled before its task began has no late work",
      .expression(
        in: "Groups/MapTask.swift", "isAtEnd && values.count == results.count",
        becomes: "values.count == results.count")),

    Fault(
      "a map keeps its task when it has ended",
      caughtBy: "D1: a map lets go of its task when it has ended",
      .statements(in: "Groups/MapTask.swift", "cell.taskWord.taskEnded()", become: "")),

    Fault(
      "a failure counts as a success of all inputs",
      caughtBy: "F: `all`: a failure, and the last success",
      .statements(
        in: "Groups/All.swift",
        """
        if input.isRejected {
          cell.settle(as: input, &effects)
        } else {
          inputFinished(of: cell, countdown, progress, &effects, collect)
        }
        """,
        become: """
          inputFinished(of: cell, countdown, progress, &effects, collect)
          if input.isRejected { cell.settle(as: input, &effects) }
          """)),

    Fault(
      "a group that is cancelled does not leave its inputs",
      caughtBy: "E2 E4: a group is cancelled while an input settles",
      .statements(
        in: "Groups/Group.swift",
        """
        for node in nodes {
          node.leave(reason == .cancelled ? .cancelled : .stopped, &effects)
        }
        """,
        become: "")),

    Fault(
      "a caller that comes after work was abandoned joins it",
      caughtBy: "E2: a caller joins work while the only other one leaves",
      .expression(
        in: "Core/Marks.swift", "!Self.isSet(.abandoned, in: word.add(Self.living))",
        becomes: "word.add(Self.living) != 0")),

    Fault(
      "work is abandoned though a caller has come since its consumers were counted",
      caughtBy: "E2: a caller joins work while the only other one leaves",
      .expression(
        in: "Core/Marks.swift", "word.compareExchange(seen, seen | Mark.abandoned.bits)",
        becomes: "word.insert(Mark.abandoned.bits) != 0")),

    Fault(
      "a timer is stopped by cancellation only",
      caughtBy: "G2: the timer is released with the outcome",
      .expression(
        in: "Timing/Timeout.swift", after: "      observe(", ".settling",
        becomes: "Observer.Occasion.cancellation")),
  ]
}
