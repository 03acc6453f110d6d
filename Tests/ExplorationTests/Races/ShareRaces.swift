// Callers of shared work and of limiters: they join and leave.

#if DEBUG
  import AsyncPromisesSharing

  @testable import AsyncPromises

  extension Race {
    static let shares: [Race] = [
      Race(
        "E2: a caller joins work while the only other one leaves",
        ["a=1", "a begins its own a=2 first=abandoned"]
      ) { scenario in
        let (first, callers) = (SharedWork<Int>(.none, isKept: false), Callers(scenario))
        let b = callers.begin(first)
        scenario.thread { callers.come("a", to: first) }
        scenario.thread { b.cancel() }
        scenario.afterwards { callers.noteOutcomes(of: first) }
      },

      Race(
        "E2 H1: a caller joins work while it is fulfilled and the only other one leaves",
        ["a=1", "a begins its own a=2", "a begins its own a=2 first=abandoned"], bound: 2
      ) { scenario in
        let (first, callers) = (SharedWork<Int>(.none, isKept: false), Callers(scenario))
        let b = callers.begin(first)
        scenario.thread { callers.come("a", to: first) }
        scenario.thread { b.cancel() }
        scenario.thread { first.fulfil(1) }
        scenario.afterwards { callers.noteOutcomes(of: first) }
      },

      Race(
        "E3: a caller joins kept work while the only other one leaves", ["a=1"]
      ) { scenario in
        let (first, callers) = (SharedWork<Int>(.none, isKept: true), Callers(scenario))
        let b = callers.begin(first)
        scenario.thread { callers.come("a", to: first) }
        scenario.thread { b.cancel() }
        scenario.afterwards { callers.noteOutcomes(of: first) }
      },

      Race(
        "F4: a caller of a cache joins work while it is fulfilled", ["a=1"]
      ) { scenario in
        let (first, callers) = (SharedWork<Int>(.none, isKept: true), Callers(scenario))
        let b = callers.begin(first)
        scenario.thread { callers.come("a", to: first, sharesValue: true) }
        scenario.thread { first.fulfil(1) }
        scenario.afterwards {
          callers.noteOutcomes(of: first)
          withExtendedLifetime(b) {}
        }
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
        "N4: an operation ends while a call for its key restarts it",
        [
          "first=1 second ran second=2", "first=cancelled second ran second=2",
        ], level: .jobs
      ) { scenario in
        let flight = SingleFlight<Int, Int>()
        let (gate, resolver) = Promise<Int>.pending()
        let first = flight.run(for: 1) { gate }
        var second: Promise<Int>?
        scenario.thread { resolver.fulfill(1) }
        scenario.thread {
          second = flight.restart(for: 1) {
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
        "C2: a task that was cancelled beforehand runs no operation of a limiter", [""], bound: 1
      ) { scenario in
        let limiter = PromiseLimiter(limit: 1)
        scenario.task {
          withUnsafeCurrentTask { $0?.cancel() }
          try? await limiter.run { scenario.note("ran") }.get()
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
    ]
  }

  /// Callers that share work, which ends with 1. One that can't join begins work of its own, which
  /// ends with 2.
  ///
  /// `@unchecked Sendable`: only one logical thread runs at a time.
  private final class Callers: @unchecked Sendable {
    private let scenario: Scenario
    private var promises: [(name: String, promise: Promise<Int>)] = []
    private var own: [ValueCell<Int>] = []

    init(_ scenario: Scenario) { self.scenario = scenario }

    /// The promise of the work's first caller. The work has no task, and runs until it is stopped.
    func begin(_ work: SharedWork<Int>) -> Promise<Int> {
      work.marks.set(.hasWork)
      return work.joinCounted(.none)
    }

    func come(_ name: String, to work: SharedWork<Int>, sharesValue: Bool = false) {
      let promise = SharedWork.promise(for: .none, isKept: false, sharesValue: sharesValue) {
        work
      } begin: { new, late in
        if late == nil { return nil }
        scenario.note("\(name) begins its own")
        own.append(new)
        return begin(new)
      }
      promises.append((name, promise))
    }

    func noteOutcomes(of first: SharedWork<Int>) {
      first.fulfil(1)
      for cell in own { cell.fulfil(2) }
      if first.fact != "1" { scenario.note("first=\(first.fact)") }
      for (name, promise) in promises { scenario.note("\(name)=\(promise.cell.fact)") }
      (promises, own) = ([], [])
    }
  }
#endif
