// Faults in counting outstanding work.

extension Fault {
  static let diagnostics: [Fault] = [
    Fault(
      "a handler is counted when it runs, not when it is due",
      caughtBy: "T2: a scope isn't idle between a settlement and its handler",
      .statements(
        in: "Core/Effects.swift",
        "node._withUnsafeGuaranteedRef { $0.handlerOrigin }.record?.handlerIsQueued()",
        become: ""),
      .statements(
        in: "Running/Trampoline.swift",
        "origin.running { source = node._withUnsafeGuaranteedRef { $0.runHandler(&effects) } }",
        become: """
          origin.record?.handlerIsQueued()
          origin.running { source = node._withUnsafeGuaranteedRef { $0.runHandler(&effects) } }
          """)),

    Fault(
      "a new waiter does not check the count once more",
      caughtBy: "T2: a wait ends once, and not before handed-over work has ended",
      .statements(
        of: "AsyncPromisesTracking", in: "ActivityCounter.swift",
        "if isZero { Self.call(watchers) }",
        become: "")),

    Fault(
      "an entry is announced before it is counted",
      caughtBy: "T2: an entry that is visible is already counted",
      .statements(
        of: "AsyncPromisesTracking", in: "ActivityCounter.swift",
        "count.add(1) entries.add(1)",
        become: "entries.add(1); count.add(1)")),

    Fault(
      "an operation is resumed, and still taken to be idle",
      caughtBy: "T4: an operation is idle while it waits, and active once the promise settles",
      .statements(
        of: "AsyncPromisesTracking", in: "RecordedOperation.swift",
        "work.enter(scope.activity) operationResumes()",
        become: "work.enter(scope.activity)")),

    Fault(
      "work that was counted is not subtracted when it ends",
      caughtBy: "T4: work that is found busy while it ends is subtracted once",
      .statements(
        of: "AsyncPromisesTracking", in: "WorkShare.swift",
        "if let seen, seen < Self.uncounted { activity.leave() }", become: "_ = seen")),

    Fault(
      "an operation that waits for a promise is taken to be at work",
      caughtBy: "T4: an operation is idle while it waits, and active once the promise settles",
      .statements(in: "Bridging/Await.swift", "suspension?.waitBegins(for: cell)", become: "")),
  ]
}
