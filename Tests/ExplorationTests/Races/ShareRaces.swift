// Callers of flights and limiters, and retries: they join, leave and raise priorities.

#if DEBUG
  @testable import AsyncPromises

  extension Race {
    static let shares: [Race] = [
      Race(
        "E2: a caller joins an operation while the only other one leaves",
        [
          "a asks again a=2 operation=abandoned", "a is late a=pending operation=abandoned",
          "a=1 operation=1",
        ]
      ) { scenario in
        let operation = scenario.operation()
        let (a, b) = (Sharer("a", scenario, of: operation), Sharer("b", scenario, of: operation))
        b.join()
        scenario.thread { a.join() }
        scenario.thread { b.leave() }
        scenario.afterwards {
          operation.fulfil(1)
          a.noteOutcome()
          scenario.note("operation=\(operation.fact)")
        }
      },

      Race(
        "E2: the first caller joins while its operation follows and the only other caller leaves",
        ["a asks again a=2 inner=abandoned", "a=1 inner=1"], bound: 2
      ) { scenario in
        let (operation, inner) = (scenario.operation(), ValueCell<Int>.work())
        let a = Sharer("a", scenario, of: operation, isFirst: true)
        let b = Sharer("b", scenario, of: operation)
        b.join()
        scenario.thread { a.join() }
        scenario.thread { operation.follow(inner) }
        scenario.thread { b.leave() }
        scenario.afterwards {
          inner.fulfil(1)
          a.noteOutcome()
          scenario.note("inner=\(inner.fact)")
        }
      },

      Race(
        "E2: both callers leave while their operation follows",
        ["inner=abandoned"], bound: 2
      ) { scenario in
        let (operation, inner) = (scenario.operation(), ValueCell<Int>.work())
        let callers = ["a", "b"].map { Sharer($0, scenario, of: operation) }
        for caller in callers { caller.join() }
        scenario.thread { operation.follow(inner) }
        for caller in callers { scenario.thread { caller.leave() } }
        scenario.afterwards { scenario.note("inner=\(inner.fact)") }
      },

      Race(
        "E2: a retry is cancelled while it begins to wait for the promise of its attempt",
        ["cancelled inner=abandoned resumed"]
      ) { scenario in
        let (retry, inner) = (RetryCell<Int>(.none), ValueCell<Int>.work())
        scenario.thread { retry.wait(for: inner) { scenario.note("resumed") } }
        scenario.thread { retry.cancel(scenario) }
        scenario.afterwards { scenario.note("inner=\(inner.fact)") }
      },

      Race(
        "E2: a retry is cancelled while it begins to wait for its attempt's promise, which settles",
        ["cancelled inner=1 resumed", "cancelled inner=abandoned resumed"]
      ) { scenario in
        let (retry, inner) = (RetryCell<Int>(.none), ValueCell<Int>.work())
        scenario.thread { retry.wait(for: inner) { scenario.note("resumed") } }
        scenario.thread { retry.cancel(scenario) }
        scenario.thread { inner.fulfil(1) }
        scenario.afterwards { scenario.note("inner=\(inner.fact)") }
      },

      Race(
        "F: an operation ends while a caller of its flight comes",
        ["first=1 second ran second=2", "first=1 second=1"], bound: 1
      ) { scenario in
        let flight = SingleFlight<Int, Int>()
        let (gate, resolver) = Promise<Int>.pending()
        let first = flight.run(for: 1) { gate }
        var second: Promise<Int>?
        scenario.thread { resolver.fulfill(1) }
        scenario.thread {
          second = flight.run(for: 1) {
            scenario.note("second ran")
            return 2
          }
        }
        scenario.afterwards {
          scenario.note("first=\(first.cell.fact)")
          scenario.note("second=\(second?.cell.fact ?? "none")")
        }
      },

      Race(
        "F: an operation ends while another one enters its limiter",
        ["first=1 second ran second=2"], bound: 2
      ) { scenario in
        let limiter = PromiseLimiter(limit: 1)
        let (gate, resolver) = Promise<Int>.pending()
        let first = limiter.run { gate }
        var second: Promise<Int>?
        scenario.thread { resolver.fulfill(1) }
        scenario.thread {
          second = limiter.run {
            scenario.note("second ran")
            return 2
          }
        }
        scenario.afterwards {
          scenario.note("first=\(first.cell.fact)")
          scenario.note("second=\(second?.cell.fact ?? "none")")
        }
      },

      Race(
        "F E2: an operation that waits for its turn is cancelled when its turn comes",
        [
          "first=1 second=cancelled third ran", "first=1 second ran second=2 third ran",
          "first=1 second ran second=cancelled third ran",
        ], level: .jobs
      ) { scenario in
        let limiter = PromiseLimiter(limit: 1)
        let (gate, resolver) = Promise<Int>.pending()
        let first = limiter.run { gate }
        let second = limiter.run {
          scenario.note("second ran")
          await Task.yield()
          return 2
        }
        scenario.thread { resolver.fulfill(1) }
        scenario.thread { second.cancel() }
        scenario.thread { _ = limiter.run { scenario.note("third ran") } }
        scenario.afterwards {
          scenario.note("first=\(first.cell.fact)")
          scenario.note("second=\(second.cell.fact)")
        }
      },

      Race(
        "C5: two waiters raise a promise while another cell takes over its work",
        ["raised to 25"], brief: 2
      ) { scenario in
        let promise = RaisedCell()
        promise.wish.works(RaisedCell())
        let next = RaisedCell()
        scenario.thread { promise.wish.raise(to: .medium) }
        scenario.thread { promise.wish.raise(to: .high) }
        scenario.thread { promise.wish.works(next) }
        scenario.afterwards { scenario.note("raised to \(next.priority.rawValue)") }
      },
    ]
  }

  /// A caller that shares an operation. If the operation is abandoned, the caller asks again, and
  /// gets an operation that ends with 2.
  private final class Sharer: @unchecked Sendable {
    private let name: String
    private let scenario: Scenario
    private let isFirst: Bool
    private var hasAsked = false
    private(set) lazy var cell = ShareCell<Int>(.none) { [unowned self] in request(for: $0) }
    private let operation: OperationCell<Int>

    /// - Parameter isFirst: whether the caller was counted when the operation was made.
    init(
      _ name: String, _ scenario: Scenario, of operation: OperationCell<Int>, isFirst: Bool = false
    ) {
      (self.name, self.scenario, self.operation) = (name, scenario, operation)
      self.isFirst = isFirst
      if isFirst { operation.marks.consumerCame() }
    }

    func join() { _ = cell }

    func leave() {
      Trampoline.runCancellation { _ = cell.cancel(&$0) }
    }

    func noteOutcome() { scenario.note("\(name)=\(cell.fact)") }

    private func request(for share: ShareCell<Int>) {
      if hasAsked {
        scenario.note("\(name) asks again")
        let next = OperationCell<Int>(.none)
        next.marks.consumerCame()
        next.fulfil(2)
        return share.join(next, at: next)
      }
      hasAsked = true
      guard let target = isFirst ? operation : operation.counted() else {
        return scenario.note("\(name) is late")
      }
      share.join(operation, at: target)
    }
  }

  /// A cell with a wish to pass on, which records the last priority that it is raised to.
  private final class RaisedCell: ValueCell<Int>, @unchecked Sendable {
    let wish = Wish()
    private(set) var priority = TaskPriority.background

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    override func raise(to priority: TaskPriority) { self.priority = priority }

    deinit { wish.release() }
  }

  extension Scenario {
    /// An operation that has begun, and is stopped when its callers have left.
    fileprivate func operation() -> OperationCell<Int> {
      let operation = OperationCell<Int>(.none)
      operation.marks.set(.hasWork)
      operation.marks.set(.lateConsumerKnown)
      return operation
    }
  }
#endif
