// Consumers that state what they are told, and the calls of the core by which scenarios race.

#if DEBUG
  @testable import AsyncPromises

  /// A consumer of the level of words. What becomes of it is noted by subclasses.
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

    override final func receive(from source: Cell, _ effects: inout Effects) {
      note(.told(ValueCell<Int>.outcome(of: source).fact))
    }

    final func attach(to cell: Cell) {
      Trampoline.run { cell.attach(arming: self, orLeft: .stopped, &$0) }
    }

    /// The same in a call of its own, as operators and waiters do.
    final func attachAlone(to cell: Cell) {
      cell.marks.consumerCame()
      if link.arm(with: cell) {
        cell.attach(counted: .passRetained(self))
      } else {
        Trampoline.run { cell.consumerWithdrew(.stopped, &$0) }
      }
    }

    /// Leaves as a cancelled waiter does, or as a cancelled derived promise.
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

  /// A consumer that states what becomes of it.
  final class Probe: Recipient, @unchecked Sendable {
    private let name: String
    private let scenario: Scenario
    private let order: Order?

    /// - Parameter order: numbers what the consumer is told.
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
    /// The outcome in a word.
    var fact: String { outcome?.fact ?? "pending" }
  }

  extension ValueCell where Value == Int {
    /// Fulfils the cell and states whether this call did.
    func fulfil(_ value: Int, _ scenario: Scenario) {
      if Trampoline.run({ fulfill(value, &$0) }) { scenario.note("won \(value)") }
    }

    /// Fulfils the cell, if nothing else has settled it.
    func fulfil(_ value: Int = 0) {
      Trampoline.run { _ = fulfill(value, &$0) }
    }

    func fail() {
      Trampoline.run { _ = reject(PromiseError.invalid, &$0) }
    }

    func cancel(_ scenario: Scenario) {
      if Trampoline.runCancellation({ cancel(&$0) }) { scenario.note("cancelled") }
    }

    /// A cell with work to stop when everybody has left. Others are gates.
    static func work() -> ValueCell<Int> {
      let cell = ValueCell<Int>()
      cell.marks.set(.hasCancelHandler)
      return cell
    }

    /// A cell that settles as this one does.
    var mirror: ValueCell<Int> {
      let mirror = ValueCell(mirroring: self, .none)
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

    /// A consumer that is there from the start.
    @discardableResult
    func probe(_ name: String, of cell: Cell, in order: Order? = nil) -> Probe {
      let probe = Probe(name, self, in: order)
      probe.attach(to: cell)
      return probe
    }
  }

  /// What a handler captures.
  final class Capture: Sendable {
    func callAsFunction<T>(_ value: T) -> T { value }
  }

  extension Scenario {
    /// Something that has to be let go when the threads have ended, though the promises are there.
    func capture(_ name: String = "handler") -> Capture {
      let capture = Capture()
      afterwards { [weak capture] in
        self.note(capture == nil ? "\(name) let go" : "\(name) kept")
      }
      return capture
    }
  }

  /// Numbers facts as they come. Which of them comes first is decided by a word, so that it differs
  /// from schedule to schedule.
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

  /// A reference, in as many copies as there are threads that drop one.
  ///
  /// Counting references is nothing that the explorer sees, so a word decides which copy is last.
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
