// Faults in mailboxes, in the write end, and in waiting.

extension Fault {
  static let handlers: [Fault] = [
    Fault(
      "a job ends its service without checking once more",
      caughtBy: "B3: a late handler waits for an earlier one",
      .statements(
        in: "Primitives/Mailbox.swift",
        "if word.compareExchange(seen, Self.idle) { return nil }",
        become: "_ = word.exchange(Self.idle); return nil")),

    Fault(
      "a lane that is already being served is given a second job",
      caughtBy: "B3: a late handler waits for an earlier one",
      .expression(
        in: "Primitives/Mailbox.swift", "seen == Self.idle", becomes: "Self.pointer(seen) == nil")),

    Fault(
      "a task that sleeps is woken by two jobs",
      caughtBy: "B3 B4: two jobs arrive while a task falls asleep next to a sleeping one",
      .expression(
        in: "Primitives/NumberSet.swift", "words[index].compareExchange(seen, seen & (seen &- 1))",
        becomes: "words[index].exchange(seen & (seen &- 1)) != 0")),

    Fault(
      "a task that falls asleep makes the sleeping ones forgotten",
      caughtBy: "B3 B4: two jobs arrive while a task falls asleep next to a sleeping one",
      .statements(
        in: "Primitives/NumberSet.swift",
        "words[number / UInt64.bitWidth].insert(1 << (number % UInt64.bitWidth))",
        become: "_ = words[number / UInt64.bitWidth].exchange(1 << (number % UInt64.bitWidth))")),

    Fault(
      "a broken promise is settled only if nothing waits for it",
      caughtBy: "A4: the last resolver is released while a wait begins",
      .expression(
        in: "WriteEnd.swift", after: "guard", "cell.state.phase == .pending",
        becomes: "cell.state == CellState(.pending)")),

    Fault(
      "a wait that is cancelled before it begins is not ended",
      caughtBy: "C2 C3: a cancelled wait ends, whenever it is cancelled",
      .expression(
        in: "Bridging/Await.swift", after: "private func cancelledBeforehand(_ cell: Cell) {",
        "resume()", becomes: "()")),

    Fault(
      "an inline handler does not wait for those before it",
      caughtBy: "B3: two threads register inline handlers of a settled promise",
      .statements(
        in: "Core/Effects.swift", "guard cell.lane.append(node) else { return }",
        become: "_ = cell.lane.append(node)")),

    Fault(
      "handlers that wait behind an inline one are forgotten",
      caughtBy: "B3: inline handlers wait behind one that a job runs",
      .statements(
        in: "Running/Trampoline.swift", "Job(handlers: takeAll()).start(on: nil)",
        become: "_ = takeAll()")),

    Fault(
      "a job inherits the task-locals of the settling code",
      caughtBy: "B9: a handler is triggered by code that has bound a task-local",
      .statements(
        in: "Running/Surroundings.swift",
        """
        Task.detached(executorPreference: executor, priority: priority) {
          await Tasks.run(bound, on: isolation)
        }
        """,
        become: """
          Task(executorPreference: executor, priority: priority) {
            await Tasks.run(bound, on: isolation)
          }
          """)),

    Fault(
      "an inline handler runs in the middle of the one that makes it due",
      caughtBy: "A7: handlers that an inline handler makes due run after it has returned",
      .expression(
        of: "PromiseCompatSupport", in: "InlineLoop.swift", "!loop.isOver",
        becomes: "loop.isOver")),

    Fault(
      "a handler that an outcome skips is kept",
      caughtBy: "B6: an outcome that skips a handler releases it, despite a cancellation",
      .statements(
        in: "Running/DerivedCell.swift", after: "take(from: source, &effects)",
        "letHandlerGo(&effects)", become: "")),

    Fault(
      "a job of an actor goes ahead of the handlers that a turn has left over",
      caughtBy: "B3 B10: a handler that comes during a turn waits for those that it leaves over",
      .expression(
        in: "Running/Job.swift", "PausedJob.append(handlers, on: actor)", becomes: "false")),
  ]
}
