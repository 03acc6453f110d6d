// What a program of a flight's callers plays on.

#if DEBUG
  @testable import AsyncPromises

  /// One key of a flight, its callers, and its operations.
  ///
  /// The operations have no tasks, which can't be cancelled step by step: each runs until it is
  /// stopped. What is explored is how callers join them, leave, and ask again.
  ///
  /// `@unchecked Sendable`: only one logical thread runs at a time.
  final class FlightStage: @unchecked Sendable {
    private let scenario: Scenario
    private let desk = Desk<OperationCell<Int>?>(nil)
    private var callers: [FlightCaller] = []
    private var operations: [OperationCell<Int>] = []

    init(_ scenario: Scenario) {
      self.scenario = scenario
      scenario.afterwards { [self] in
        checkAtRest()
        for operation in operations { operation.fulfil(1) }
        scenario.afterwards { [self] in
          checkAtEnd()
          for caller in callers { caller.drop() }
          (callers, operations) = ([], [])
          desk.serve { current, _ in current = nil }
        }
      }
    }

    /// A caller, who has yet to run the flight's operation.
    func caller() -> FlightCaller {
      let caller = FlightCaller { [self] in
        Promise(cell: ShareCell(.none) { [unowned self] in join($0) })
      }
      callers.append(caller)
      return caller
    }

    /// A caller who has run it.
    func standingCaller() -> FlightCaller {
      let caller = caller()
      caller.run()
      return caller
    }

    /// Joins the operation that runs, or begins one, like a flight.
    private func join(_ share: ShareCell<Int>) {
      desk.serve { [unowned self] current, errands in
        if let operation = current, let target = operation.counted() {
          return errands.append { share.join(operation, at: target) }
        }
        let operation = OperationCell<Int>(.none)
        operation.marks.set(.hasWork)
        operation.marks.set(.lateConsumerKnown)
        operation.marks.consumerCame()
        operations.append(operation)
        current = operation
        errands.append { share.join(operation, at: operation) }
      }
    }

    // MARK: The rules

    private func checkAtRest() {
      let isWanted = callers.contains(where: \.isWaiting)
      let running = operations.count { !$0.isSettled }
      if running > 1 { scenario.note("F4: two operations run for one key") }
      if running > 0, !isWanted { scenario.note(Self.runsForNobody) }
      if running == 0, isWanted { scenario.note("E2: work is stopped that a caller wants") }
    }

    private func checkAtEnd() {
      for caller in callers {
        switch caller.outcome {
        case nil where caller.hasRun: scenario.note("A1: a caller hears nothing")
        case .failure where !caller.hasCancelled: scenario.note("E2: a caller is made to leave")
        default: break
        }
      }
    }

    static let runsForNobody = "E2: an operation runs that all callers have left"
  }

  /// A caller of a flight.
  final class FlightCaller: @unchecked Sendable {
    private let begin: () -> Promise<Int>
    private var promise: Promise<Int>?
    private(set) var hasRun = false
    private(set) var hasCancelled = false

    fileprivate init(_ begin: @escaping () -> Promise<Int>) {
      self.begin = begin
    }

    func run() {
      promise = begin()
      hasRun = true
    }

    /// Leaves, if the caller has come.
    func cancel() {
      guard let promise else { return }
      hasCancelled = true
      promise.cancel()
    }

    var outcome: Result<Int, any Error>? {
      promise?.cell.settledRoot.map { ValueCell<Int>.outcome(of: $0) }
    }

    var isWaiting: Bool { hasRun && outcome == nil }

    func drop() {
      promise = nil
    }
  }
#endif
