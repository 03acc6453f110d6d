// Places of a limiter: tasks, promises and barriers take them, wait for them and leave.

#if DEBUG
  import AsyncPromisesSharing

  @testable import AsyncPromises

  extension Race {
    static let places: [Race] = [
      Race(
        "N1: an operation ends while a task comes to its place", ["first=1 task ran"],
        level: .jobs
      ) { scenario in
        let places = SeenPlaces(scenario, limit: 1)
        places.enter("task")
        places.end()
      },

      Race(
        "N1: two tasks and an operation take turns",
        ["a ran b ran c ran first=1"], level: .jobs
      ) { scenario in
        let places = SeenPlaces(scenario, limit: 1)
        places.enter("a")
        places.enter("b")
        places.run("c")
        places.end()
      },

      Race(
        "N1: a waiting task is cancelled when its turn comes",
        ["a cancelled b ran first=1", "a ran b ran first=1"], level: .jobs
      ) { scenario in
        let places = SeenPlaces(scenario, limit: 1)
        let a = places.enter("a")
        places.enter("b")
        scenario.thread { a.cancel() }
        places.end()
      },

      Race(
        "N2: a barrier runs alone, in its turn, even if it is cancelled then",
        [
          "alone cancelled b ran first=1", "alone ran b ran first=1",
        ], level: .jobs
      ) { scenario in
        let places = SeenPlaces(scenario, limit: 2)
        let barrier = places.enter("alone")
        places.enter("b")
        scenario.thread { barrier.cancel() }
        places.end()
      },

      Race(
        "N2: all that wait are cancelled while a place is freed",
        [
          "a cancelled b cancelled first=1", "a cancelled b ran first=1",
          "a ran b cancelled first=1", "a ran b ran first=1",
        ], level: .jobs
      ) { scenario in
        let places = SeenPlaces(scenario, limit: 1)
        places.enter("a")
        places.run("b")
        scenario.thread { places.limiter.cancelWaiting() }
        places.end()
      },

      Race(
        "N2: the limit falls to zero and rises while a place is freed",
        ["a ran alone ran first=1"], level: .jobs
      ) { scenario in
        let places = SeenPlaces(scenario, limit: 1)
        places.enter("a")
        places.enter("alone")
        scenario.thread {
          places.limiter.limit = 0
          places.limiter.limit = 2
        }
        places.end()
      },

      Race(
        "N2: the limit rises as a task comes, which has to begin before a place is freed",
        ["a ran first=1"], level: .jobs
      ) { scenario in
        let places = SeenPlaces(scenario, limit: 1)
        let a = places.enter("a")
        scenario.thread { places.limiter.limit = 2 }
        places.end(after: a)
      },
    ]
  }

  /// A limiter with one operation in it, and those that come after that.
  ///
  /// `@unchecked Sendable`: only one logical thread runs at a time.
  private final class SeenPlaces: @unchecked Sendable {
    let limiter: PromiseLimiter
    private let scenario: Scenario
    private let gate = Promise<Int>.pending()
    private let first: Promise<Int>
    private var running = 0
    /// Whether one that has all places runs.
    private var isTakenAlone = false

    init(_ scenario: Scenario, limit: Int) {
      (self.scenario, limiter) = (scenario, PromiseLimiter(limit: limit))
      first = limiter.run { [gate] in gate.promise }
    }

    /// A task, which takes all places if it is called `alone`.
    @discardableResult
    func enter(_ name: String) -> Task<Void, Never> {
      scenario.task { [self] in
        do {
          if name == "alone" {
            try await limiter.withAllPlaces {
              isTakenAlone = true
              await work(name, most: 1)
              isTakenAlone = false
            }
          } else {
            try await limiter.withPlace { await work(name, most: limiter.limit) }
          }
        } catch is CancellationError {
          scenario.note("\(name) cancelled")
        } catch {
          scenario.note("\(name) \(error)")
        }
      }
    }

    func run(_ name: String) {
      let promise = limiter.run { [self] in await work(name, most: limiter.limit) }
      scenario.afterwards { [self] in
        if promise.cell.fact == "cancelled" { scenario.note("\(name) cancelled") }
      }
    }

    private func work(_ name: String, most: Int) async {
      running += 1
      let count = isTakenAlone ? limiter.runningCount : running
      if count > (isTakenAlone ? 1 : max(most, 1)) { scenario.note("\(name) is one of \(count)") }
      scenario.note("\(name) ran")
      await Task.yield()
      running -= 1
    }

    /// Ends the first operation, at any time or when a task has ended.
    func end(after task: Task<Void, Never>? = nil) {
      if let task {
        scenario.task { [gate] in
          await task.value
          gate.resolver.fulfill(1)
        }
      } else {
        scenario.thread { [gate] in gate.resolver.fulfill(1) }
      }
      scenario.afterwards { [self] in
        scenario.note("first=\(first.cell.fact)")
        let left = limiter.runningCount + limiter.waitingCount
        if left > 0 { scenario.note("\(left) left") }
      }
    }
  }
#endif
