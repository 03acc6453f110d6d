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
    private var current: SharedWork<Int>?
    private var callers: [FlightCaller] = []
    private var operations: [ValueCell<Int>] = []

    init(_ scenario: Scenario) {
      self.scenario = scenario
      scenario.afterwards { [self] in
        checkAtRest()
        for operation in operations { operation.fulfil(1) }
        scenario.afterwards { [self] in
          checkAtEnd()
          for caller in callers { caller.drop() }
          (callers, operations, current) = ([], [], nil)
        }
      }
    }

    /// A caller, who has yet to run the flight's operation.
    func caller() -> FlightCaller {
      let caller = FlightCaller { [self] in join() }
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
    private func join() -> Promise<Int> {
      SharedWork.promise(for: .none, isKept: false, sharesValue: false) {
        current
      } begin: { new, late in
        if let current, current !== late { return nil }
        current = new
        let operation = new
        operation.marks.set(.hasWork)
        operations.append(operation)
        return new.joinCounted(.none)
      }
    }

    // MARK: The rules

    private func checkAtRest() {
      let isWanted = callers.contains(where: \.isWaiting)
      let running = operations.count { !$0.isSettled }
      if running > 1 { scenario.note("F4: two operations run for one key") }
      if running > 0, !isWanted {
        scenario.note("E2: an operation runs that all callers have left")
      }
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
