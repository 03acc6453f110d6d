// Faults in settling a cell, and in attaching to it.

extension Fault {
  static let settling: [Fault] = [
    Fault(
      "settling is claimed by a store", caughtBy: "A2: one of two settling calls wins",
      .statements(
        in: "Core/CellState.swift",
        "if change(seen, to: seen.with(.settling), .begins) { return true }",
        become: "_ = word.exchange(seen.with(.settling).bits); return true")),

    Fault(
      "a value is published before it is written",
      caughtBy: "A5: an outcome that was read once is read from then on", isPlain: true,
      .statements(
        in: "Core/ValueCell.swift",
        "self.value = value publish(&effects)",
        become: "publish(&effects); self.value = value")),

    Fault(
      "a cancellation is published before it is known as one",
      caughtBy: "E1: a producer is notified of a cancellation, however late it registers",
      .statements(
        in: "Core/Cell.swift",
        "failure = error marks.set(.cancelled) publish(&effects)",
        become: "failure = error; publish(&effects); marks.set(.cancelled)")),

    Fault(
      "a cell checks whether work is attached before the outcome is published",
      caughtBy: "E1: a producer is notified of the settling, however late it registers",
      .statements(
        in: "Running/Calls.swift",
        """
        let publication = makeReadable()
        if publication == .mustDeliver || !link.isDead || origin.isTracked {
          Trampoline.run { complete(publication, &$0) }
        }
        """,
        become: """
          let isDead = link.isDead
          let publication = makeReadable()
          if publication == .mustDeliver || !isDead || origin.isTracked {
            Trampoline.run { complete(publication, &$0) }
          }
          """)),

    Fault(
      "a push that failed is tried again without checking the phase",
      caughtBy: "a consumer is notified once, whenever it attaches",
      .statements(
        in: "Core/CellState.swift",
        "if change(seen, to: seen.with(node)) { return .pushed }",
        become: """
          var now = seen
          while !change(now, to: now.with(node)) {
            now = state
            node._withUnsafeGuaranteedRef { $0.chain(before: now.newest) }
          }
          return .pushed
          """)),

    Fault(
      "consumers are notified in the order of the stack",
      caughtBy: "B3: consumers are notified in the order in which they attached",
      .statements(
        in: "Primitives/QueueNode.swift",
        """
        tail = chain
        var rest = chain
        while let node = rest {
          rest = node._withUnsafeGuaranteedRef { current in
            let next = current.next
            current.next = Self.erased(head)
            return Self.element(next)
          }
          head = node
        }
        """,
        become: """
          head = chain
          var rest = chain
          while let node = rest {
            tail = node
            rest = node._withUnsafeGuaranteedRef { Self.element($0.next) }
          }
          """)),

    Fault(
      "the list is closed without checking for late consumers",
      caughtBy: "B3: consumers are notified in the order in which they attached",
      .statements(
        in: "Core/CellState.swift",
        "return seen.newest == nil && change(seen, to: CellState(.settled), .ends)",
        become: "_ = word.exchange(CellState(.settled).bits); return true")),

    Fault(
      "the list is no longer held while consumers are notified",
      caughtBy: "B3: consumers are notified in the order in which they attached",
      .expression(
        in: "Core/CellState.swift", after: "else if change(seen, to:",
        "CellState(.settled, seen.newest, isHeld: true)",
        becomes: "CellState(.settled, seen.newest, isHeld: false)")),

    Fault(
      "a publishing thread takes a list that another thread holds",
      caughtBy: "B3: consumers keep their order while the list is pruned",
      .expression(in: "Core/CellState.swift", after: "if", "seen.isHeld", becomes: "false")),

    Fault(
      "a cancellation gives up when the cell is bound meanwhile",
      caughtBy: "A3 E2: cancelling the outer promise withdraws from the inner one, early or late",
      .statements(
        in: "Core/Root.swift",
        "guard cell.state.phase == .following else { return false }",
        become: "return false")),

    Fault(
      "a producer that registers late is not notified of the end",
      caughtBy: "E1: a producer is notified of a cancellation, however late it registers",
      .expression(
        in: "Core/CellState.swift", after: "var isDecided: Bool {",
        "phase.rawValue >= Phase.settled.rawValue", becomes: "false")),
  ]
}
