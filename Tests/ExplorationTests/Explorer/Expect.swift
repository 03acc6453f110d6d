// The verdict on a scenario: the outcomes that were seen are exactly the outcomes that were
// declared.

#if DEBUG
  import Foundation
  import Testing
  @testable import AsyncPromises

  /// How much of the schedules a run explores: set `EXPLORE` to `all`, or to a number of
  /// preemptions.
  private enum Depth {
    case usual
    case preemptions(Int)
    case all

    static let current: Depth = {
      switch ProcessInfo.processInfo.environment["EXPLORE"] {
      case "all": .all
      case let number?: Int(number).map(Depth.preemptions) ?? .usual
      case nil: .usual
      }
    }()

    func bound(of scenario: Int?) -> Int? {
      switch self {
      case .usual: scenario
      case .preemptions(let limit): limit
      case .all: nil
      }
    }
  }

  /// Explores a scenario and compares its outcomes, each a set of facts, with the declared ones.
  ///
  /// - Parameter bound: how many times a schedule takes the turn from a thread that could go on;
  ///   `nil` for every schedule there is.
  func expectOutcomes(
    _ declared: Set<String>, bound: Int? = 2,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ make: sending @escaping (Scenario) -> Void
  ) async {
    // SAFETY: the closure was sent here, and goes on to the one thread that calls it.
    nonisolated(unsafe) let make = make
    // On a thread of its own: a search blocks, and the threads of tasks are few.
    let exploration = await withCheckedContinuation { continuation in
      Thread {
        continuation.resume(
          returning: Explorer.explore(bound: Depth.current.bound(of: bound), make))
      }.start()
    }
    for (outcome, schedule) in exploration.outcomes where !declared.contains(outcome) {
      Issue.record(
        "'\(outcome)' is not declared; schedule \(schedule)", sourceLocation: sourceLocation)
    }
    for outcome in declared where exploration.outcomes[outcome] == nil {
      Issue.record("'\(outcome)' was never seen", sourceLocation: sourceLocation)
    }
  }

  /// A consumer of the level of words: it states what it is told.
  final class Probe: Node, @unchecked Sendable {
    private let name: String
    private let scenario: Scenario

    init(_ name: String, _ scenario: Scenario) {
      self.name = name
      self.scenario = scenario
      super.init(link: .unarmed)
    }

    override func receive(from source: Cell, _ trampoline: inout Trampoline) {
      switch ValueCell<Int>.outcome(of: source) {
      case .success(let value): scenario.note("\(name)=\(value)")
      case .failure(is CancellationError): scenario.note("\(name)=cancelled")
      case .failure: scenario.note("\(name)=failed")
      }
    }

    func attach(to cell: Cell) {
      guard link.arm(with: cell) else { return }
      Trampoline.run { cell.attach(self, &$0) }
    }

    /// Leaves as a cancelled waiter does, or as a cancelled derived promise.
    func leave(byCancellation: Bool) {
      switch link.withdraw(byCancellation: byCancellation) {
      case .from(let cell):
        scenario.note("\(name) left")
        Trampoline.run { cell.consumerLeft(byCancellation: byCancellation, &$0) }
      case .unarmed:
        scenario.note("\(name) never came")
      case .lent, .tooLate, .producer:
        break
      }
    }
  }

  extension ValueCell where Value == Int {
    /// Fulfils the cell and states whether this call did.
    func fulfil(_ value: Int, _ scenario: Scenario) {
      if Trampoline.run({ fulfill(value, &$0) }) { scenario.note("won \(value)") }
    }

    func cancel(_ scenario: Scenario) {
      if Trampoline.run({ cancel(&$0) }) { scenario.note("cancelled") }
    }

    func follow(_ inner: ValueCell<Int>) {
      Trampoline.run { _ = follow(inner, &$0) }
    }
  }
#endif
