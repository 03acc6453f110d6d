// Consumers that record what they receive, and the calls of the core that scenarios race.

#if DEBUG
  @testable import AsyncPromises

  /// A consumer at the level of words. Subclasses record its fate.
  class Recipient: Node, @unchecked Sendable {
    enum Fate {
      case told(String)
      case left
      case neverCame
    }

    init() {
      super.init(link: .unarmed)
    }

    func note(_ fate: Fate) {}

    override func receive(from source: Cell, _ effects: inout Effects) {
      note(.told(ValueCell<Int>.outcome(of: source).fact))
    }

    final func attach(to cell: Cell) {
      Trampoline.run { cell.attach(arming: self, orLeft: .stopped, &$0) }
    }

    /// Attaches in a separate call, like operators and waiters.
    final func attachAlone(to cell: Cell) {
      cell.marks.consumerCame()
      if link.arm(with: cell) {
        cell.attach(counted: .passRetained(self))
      } else {
        Trampoline.run { cell.consumerWithdrew(.stopped, &$0) }
      }
    }

    /// Leaves like a cancelled derived promise, or like a waiter that only observes.
    final func leave(byCancellation: Bool) {
      switch link.withdraw() {
      case .from(let cell):
        note(.left)
        Trampoline.run { cell.consumerWithdrew(byCancellation ? .cancelled : .stopped, &$0) }
      case .unarmed:
        note(.neverCame)
      case .tooLate:
        break
      }
    }
  }

  /// A consumer that records its fate as a fact.
  final class Probe: Recipient, @unchecked Sendable {
    private let name: String
    private let scenario: Scenario
    private let order: Order?

    /// - Parameter order: numbers the consumer's notifications.
    init(_ name: String, _ scenario: Scenario, in order: Order? = nil) {
      (self.name, self.scenario, self.order) = (name, scenario, order)
    }

    override func note(_ fate: Fate) {
      switch fate {
      case .told(let fact):
        if let order { order.note("\(name)=\(fact)") } else { scenario.note("\(name)=\(fact)") }
      case .left: scenario.note("\(name) left")
      case .neverCame: scenario.note("\(name) never came")
      }
    }
  }

  extension Result where Failure == any Error {
    var fact: String {
      switch self {
      case .success(let value): "\(value)"
      case .failure(is CancellationError): "cancelled"
      case .failure(PromiseError.abandoned): "abandoned"
      case .failure: "failed"
      }
    }
  }

  extension Cell {
    /// Whether the cell was settled by a cancellation.
    var isCancelled: Bool { settledRoot?.wasCancelled == true }
  }

  extension ValueCell {
    /// The outcome as a fact.
    var fact: String { outcome?.fact ?? "pending" }
  }

  extension ValueCell where Value == Int {
    /// Fulfills the cell, and records a fact if this call won.
    func fulfil(_ value: Int, _ scenario: Scenario) {
      if Trampoline.run({ fulfill(value, &$0) }) { scenario.note("won \(value)") }
    }

    /// Fulfills the cell, if nothing else has settled it.
    func fulfil(_ value: Int = 0) {
      Trampoline.run { _ = fulfill(value, &$0) }
    }

    func fail() {
      Trampoline.run { _ = reject(PromiseError.invalid, &$0) }
    }

    func cancel(_ scenario: Scenario) {
      if Trampoline.run(deferring: .nothing, { cancel(&$0) }) { scenario.note("cancelled") }
    }

    /// A cell with work to stop when all consumers have left. Other cells are gates.
    static func work() -> ValueCell<Int> {
      let cell = ValueCell<Int>()
      cell.marks.set(.hasWork)
      return cell
    }

    /// A cell that settles like this one.
    var mirror: ValueCell<Int> {
      let mirror = ValueCell(.armed(with: self), .none)
      Trampoline.run { attach(mirror, &$0) }
      return mirror
    }

    func follow(_ inner: ValueCell<Int>) {
      Trampoline.run { _ = follow(inner, &$0) }
    }
  }

  extension Scenario {
    func cells(_ count: Int) -> [ValueCell<Int>] {
      (0..<count).map { _ in ValueCell<Int>() }
    }

    /// A consumer that is attached from the start.
    @discardableResult
    func probe(_ name: String, of cell: Cell, in order: Order? = nil) -> Probe {
      let probe = Probe(name, self, in: order)
      probe.attach(to: cell)
      return probe
    }
  }

  /// An object that a handler captures.
  final class Capture: Sendable {
    func callAsFunction<T>(_ value: T) -> T { value }
  }

  extension Scenario {
    /// An object that must be released when the threads have ended, even if promises still exist.
    func capture(_ name: String = "handler") -> Capture {
      let capture = Capture()
      afterwards { [weak capture] in
        self.note(capture == nil ? "\(name) let go" : "\(name) kept")
      }
      return capture
    }
  }

  /// Numbers facts in the order in which they occur. A word decides the order, so it differs from
  /// schedule to schedule.
  final class Order: @unchecked Sendable {
    private let last = StateWord(0)
    private let scenario: Scenario

    init(_ scenario: Scenario) {
      self.scenario = scenario
    }

    func note(_ fact: String) {
      scenario.note("\(last.add(1)).\(fact)")
    }
  }

  /// A reference, with a copy for each thread that will drop it.
  ///
  /// The explorer doesn't see reference counts, so a word decides which copy is last.
  final class Handle<Object>: @unchecked Sendable {
    private(set) var object: Object?
    private let copies: StateWord

    init(_ object: Object, copies: UInt64 = 1) {
      self.object = object
      self.copies = StateWord(copies)
    }

    func drop() {
      if copies.add(.max) == 0 { object = nil }
    }
  }
#endif
