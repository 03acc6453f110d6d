// Faults in settling a cell, and in attaching to it.

extension Fault {
  static let settling: [Fault] = [
    Fault(
      "settling is claimed by a store", caughtBy: "A2: of two settlers one wins",
      .statements(
        in: "Core/Cell.swift",
        "if state.exchange(seen, for: seen.with(phase: .settling)) { return true }",
        become: "_ = state.replace(with: seen.with(phase: .settling).bits); return true")),

    Fault(
      "a value is published before it is written",
      caughtBy: "A5: what was read once is read for ever", isPlain: true,
      .statements(
        in: "Core/ValueCell.swift",
        "self.value = value publish(&trampoline)",
        become: "publish(&trampoline); self.value = value")),

    Fault(
      "a cancellation is published before it is known as one",
      caughtBy: "E1: what works for a promise is told of a cancellation, however late it is known",
      .statements(
        in: "Core/Cell.swift",
        "failure = CancellationError() wasCancelled = true publish(&trampoline)",
        become: "failure = CancellationError(); publish(&trampoline); wasCancelled = true")),

    Fault(
      "a push that failed is tried again without a look at the phase",
      caughtBy: "a consumer is told once, whenever it comes",
      .statements(
        in: "Core/Delivery.swift",
        "if cell.state.exchange(seen, for: seen.with(inbox: retained)) { return }",
        become: """
          var now = seen
          while !cell.state.exchange(now, for: now.with(inbox: retained)) {
            now = cell.phase
            node.next = now.inbox
          }
          return
          """)),

    Fault(
      "a consumer that comes on its own does not look whether somebody was quicker",
      caughtBy: "two consumers that come on their own are told once, whenever they come",
      .statements(
        in: "Core/Delivery.swift",
        "if state.exchange(seen, for: seen.with(inbox: retained)) { return }",
        become: "_ = state.replace(with: seen.with(inbox: retained).bits); return")),

    Fault(
      "consumers are told in the order of the stack",
      caughtBy: "B3: consumers are told in the order in which they came",
      .statements(
        in: "Core/Node.swift",
        """
        tail = chain
        var rest = chain
        while let node = rest {
          rest = node._withUnsafeGuaranteedRef { current in
            let next = current.next
            current.next = head
            return next
          }
          head = node
        }
        """,
        become: """
          head = chain
          var rest = chain
          while let node = rest {
            tail = node
            rest = node._withUnsafeGuaranteedRef { $0.next }
          }
          """)),

    Fault(
      "the list is let go while late consumers are told",
      caughtBy: "B3: consumers are told in the order in which they came",
      .expression(
        in: "Core/Delivery.swift",
        after: """
          trampoline.enlist(settled: record) }
          return
          }
          guard state.exchange(seen, for:
          """,
        "CellState(.settled, isHeld: true)", becomes: "CellState(.settled)")),

    Fault(
      "who publishes takes a list that another thread holds",
      caughtBy: "pruning loses nobody who comes meanwhile",
      .expression(in: "Core/Cell.swift", after: "if", "seen.isHeld", becomes: "false")),

    Fault(
      "a cancellation gives up when the cell is bound meanwhile",
      caughtBy: "A3 E2: cancelling the outer promise withdraws from the inner one, early or late",
      .statements(
        in: "Core/Cell.swift",
        "guard cell.phase.phase == .following else { return false }",
        become: "return false")),

    Fault(
      "a producer that is held late does not hear of the end",
      caughtBy: "E1: what works for a promise is told of a cancellation, however late it is known",
      .statements(
        in: "Core/Cell.swift",
        """
        switch phase.phase {
        case .pending, .settling: break
        case .settled, .following: leave(&trampoline)
        }
        """,
        become: "")),
  ]
}
