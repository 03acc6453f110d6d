// Looks upstream: through a link that others deliver to, take away and point elsewhere meanwhile.
//
// What is looked at goes as soon as nothing holds it: a look that finds what has gone is a fact.

#if DEBUG
  @testable import AsyncPromises

  extension Race {
    static let looks: [Race] = [
      Race(
        "C4: a look upstream while the node is delivered to",
        ["claimed gone", "claimed gone saw it"]
      ) { scenario in
        let look = Look(scenario)
        scenario.thread { look.look() }
        scenario.thread { look.claim(look.node) }
      },

      Race(
        "C4: a look upstream while the node is withdrawn",
        ["gone told", "gone saw it told"]
      ) { scenario in
        let look = Look(scenario)
        scenario.thread { look.look() }
        scenario.thread { look.withdraw() }
      },

      Race(
        "C4: a look upstream while the node is moved",
        ["claimed gone moved saw it"]
      ) { scenario in
        let look = Look(scenario)
        scenario.thread { look.look() }
        scenario.thread { look.relocate() }
        scenario.afterwards { look.claim(look.node) }
      },

      Race(
        "C4: a look upstream while the node is moved and delivered to by others",
        ["claimed gone moved", "claimed gone moved saw it", "claimed gone", "claimed gone saw it"]
      ) { scenario in
        let look = Look(scenario)
        scenario.thread { look.look() }
        scenario.thread { look.relocate() }
        scenario.thread { look.claim(look.node) }
      },

      Race(
        "C4: two looks upstream, one of which may go without, while the node is withdrawn",
        ["gone told", "gone saw it told", "gone saw it saw it told"]
      ) { scenario in
        let look = Look(scenario)
        scenario.thread { look.look() }
        scenario.thread { look.look() }
        scenario.thread { look.withdraw() }
      },

      Race(
        "C4: two nodes that wait for the same are taken from it while one of them is looked at",
        ["claimed gone told", "claimed gone saw it told"]
      ) { scenario in
        let look = Look(scenario)
        let second = look.second()
        scenario.thread { look.look() }
        scenario.thread { look.withdraw() }
        scenario.thread { look.claim(second) }
      },
    ]
  }

  /// What a node waits for: it states its end.
  private final class Seen: Producer, @unchecked Sendable {
    final class Life {
      var isOver = false
    }

    let life = Life()
    private let scenario: Scenario

    init(_ scenario: Scenario) { self.scenario = scenario }

    deinit {
      life.isOver = true
      scenario.note("gone")
    }

    override func consumerWithdrew(_ reason: Reason, _ trampoline: inout Trampoline) {
      scenario.note("told")
    }
  }

  /// A node that waits for what nothing else holds.
  private final class Look: @unchecked Sendable {
    let node = Node(link: .unarmed)
    private let scenario: Scenario
    private let hazard: HazardPointer

    init(_ scenario: Scenario) {
      self.scenario = scenario
      hazard = HazardPointer()
      _ = node.link.arm(with: Seen(scenario))
    }

    /// Another node that waits for the same.
    func second() -> Node {
      let second = Node(link: .unarmed)
      if case .object(let seen) = node.link.upstream() { _ = second.link.arm(with: seen) }
      return second
    }

    func look() {
      Link.$exploredHazard.withValue(hazard) {
        guard case .object(let upstream) = node.link.upstream() else { return }
        let isGone = (upstream as? Seen)?.life.isOver == true
        scenario.note(isGone ? "saw what has gone" : "saw it")
        withExtendedLifetime(upstream) {}
      }
    }

    func withdraw() {
      Link.$exploredHazard.withValue(hazard) {
        guard case .from(let upstream) = node.link.withdraw() else { return }
        Trampoline.run { upstream.consumerWithdrew(.stopped, &$0) }
      }
    }

    func claim(_ node: Node) {
      Link.$exploredHazard.withValue(hazard) {
        if let claimed = node.link.claim() {
          Link.release(claimed)
          scenario.note("claimed")
        }
      }
    }

    func relocate() {
      Link.$exploredHazard.withValue(hazard) {
        let cell = ValueCell<Int>()
        if node.link.relocate(to: cell) { scenario.note("moved") }
      }
    }
  }
#endif
