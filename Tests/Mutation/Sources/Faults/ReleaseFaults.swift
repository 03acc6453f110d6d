// Faults in releasing: user objects are freed, or tasks resumed, while something is held.

extension Fault {
  static let releases: [Fault] = [
    Fault(
      "a node that has been notified is released at once",
      caughtBy: "B5: an unused `onCancel` handler is freed when nothing is held",
      .statements(
        in: "Core/Delivery.swift", "if !isQueued { effects.release(retained) }",
        become: "if !isQueued { retained.release() }")),

    Fault(
      "a cell is released as soon as its consumers have been notified",
      caughtBy: "B5: inputs without other references are freed when nothing is held",
      .statements(
        in: "Running/Trampoline.swift",
        """
        if kept?.toOpaque() != Unmanaged.passUnretained(cell).toOpaque() { effects.release(cell) }
        """, become: "")),

    Fault(
      "an input that is notified releases its group at once",
      caughtBy: "B5: objects that a group retains are freed when nothing is held",
      .statements(
        in: "Groups/Input.swift",
        "group?.inputSettled(source, index, &effects)",
        become: """
          let last = group
          group = nil
          last?.inputSettled(source, index, &effects)
          """)),

    Fault(
      "a handler releases its source before the outcome that it passes on is final",
      caughtBy: "B5: a handler and its argument are freed when nothing is held",
      .statements(
        in: "Running/DerivedCell.swift", after: "kept.initialize(to: consume handler)\n    }",
        "return reference",
        become: """
          reference?.release()
          return nil
          """)),

    Fault(
      "dead nodes are released as soon as they are found",
      caughtBy: "B5: a consumer that has left is freed when nothing is held",
      .statements(
        in: "Core/Interest.swift", "effects.release(node)", become: "node.release()")),

    Fault(
      "a timer that fires releases its action at once",
      caughtBy: "B5 G2: objects of a timer are freed when nothing is held",
      .statements(
        in: "Timing/SharedSleep.swift", "Trampoline.run(leaving: &leftovers, action)",
        become: """
          self.action = nil
          Trampoline.run(leaving: &leftovers, action)
          """)),

    Fault(
      "a waiter that a timer wakes resumes while others are due",
      caughtBy: "B5 G2: a waiter that a timer wakes resumes when nothing is held",
      .statements(
        in: "Running/Trampoline.swift",
        "leftovers.resumptions.append(trampoline.effects.leftovers.resumptions.takeAll())",
        become: "")),

    Fault(
      "a waiter resumes at once",
      caughtBy: "B5 C3: a waiter resumes when nothing is held",
      .statements(
        in: "Core/Node.swift", "effects.resume(.passUnretained(self))",
        become: """
          resume()
          reference.release()
          return false
          """)),
  ]
}
