// The values of a cache: made, stored, removed and made again.

#if DEBUG
  import AsyncPromisesSharing

  @testable import AsyncPromises

  extension Race {
    static let caches: [Race] = [
      Race(
        "N3: a value is stored while another one is made", ["a=1 kept=2"], level: .jobs
      ) { scenario in
        let cache = SeenCache(scenario)
        cache.call("a", fulfilling: 1)
        cache.end()
        scenario.thread { cache.values.store(2, for: 1) }
      },

      Race(
        "N3: a value is removed while it is made",
        ["a=1 b ran b=2 kept=2"], level: .jobs
      ) { scenario in
        let cache = SeenCache(scenario)
        cache.call("a", fulfilling: 1)
        cache.end()
        scenario.thread {
          cache.values.remove(1)
          cache.call("b", 2)
        }
      },

      Race(
        "N3: two callers find an old value, which one operation makes again",
        [
          "a ran a=0 b=0 kept=1", "a ran a=0 b=1 kept=1", "a=0 b ran b=0 kept=2",
          "a=2 b ran b=0 kept=2",
        ], level: .jobs
      ) { scenario in
        let cache = SeenCache(scenario, .givenMeanwhile)
        cache.values.store(0, for: 1)
        scenario.thread { cache.call("a", 1) }
        scenario.thread { cache.call("b", 2) }
      },

      Race(
        "N3: work that is to replace an old value fails while another caller comes",
        ["a=0 b=0 kept=none", "a=0 b ran b=2 kept=2"], level: .jobs
      ) { scenario in
        let cache = SeenCache(scenario, .givenOnFailure)
        cache.values.store(0, for: 1)
        cache.call("a", fulfilling: nil)
        cache.end()
        scenario.thread { cache.call("b", 2) }
      },

      Race(
        "N3: an old value is removed, and another stored, while its successor is not made",
        ["a=0 kept=2", "a=failed kept=2"], level: .jobs
      ) { scenario in
        let cache = SeenCache(scenario, .givenOnFailure)
        cache.values.store(0, for: 1)
        cache.call("a", fulfilling: nil)
        cache.end()
        scenario.thread {
          cache.values.remove(1)
          cache.values.store(2, for: 1)
        }
      },

      Race(
        "N3: an old value has to leave while a new one is made",
        ["a=0 kept=1", "a=0 kept=none"], level: .jobs
      ) { scenario in
        let cache = SeenCache(scenario, .givenMeanwhile)
        cache.values.store(0, for: 1)
        cache.call("a", fulfilling: 1)
        cache.end()
        scenario.thread { cache.values.store(0, for: 2) }
      },

      Race(
        "N3: a task joins the work of a promise, and is cancelled as it ends",
        ["a=1 kept=1 task=1", "a=1 kept=1 task cancelled"], level: .jobs
      ) { scenario in
        let cache = SeenCache(scenario)
        cache.call("a", fulfilling: 1)
        let task = scenario.task {
          do {
            scenario.note("task=\(try await cache.values.value(for: 1) { 2 }.get())")
          } catch { scenario.note("task cancelled") }
        }
        scenario.thread { task.cancel() }
        cache.end()
      },
    ]
  }

  /// A cache of one value, for which zero is old, and callers of the key 1.
  ///
  /// `@unchecked Sendable`: only one logical thread runs at a time.
  private final class SeenCache: @unchecked Sendable {
    let values: PromiseCache<Int, Int>
    private let scenario: Scenario
    private let gate = Promise<Int?>.pending()

    init(_ scenario: Scenario, _ staleValues: StaleValues = .removed) {
      self.scenario = scenario
      values = PromiseCache(maxCount: 1, staleValues: staleValues) { $0 > 0 }
      scenario.afterwards { [values] in
        scenario.note("kept=\(values.keptValue(for: 1).map(String.init) ?? "none")")
      }
    }

    /// A call whose operation ends at once.
    func call(_ name: String, _ value: Int) {
      note(
        name,
        values.value(for: 1) { [scenario] in
          scenario.note("\(name) ran")
          return value
        })
    }

    /// A call whose operation lasts until the end, and fails without a value.
    func call(_ name: String, fulfilling value: Int?) {
      let promise = gate.promise
      note(
        name,
        values.value(for: 1) {
          guard let value = try await promise.get() else { throw Failed() }
          return value
        })
      ends = { [resolver = gate.resolver] in resolver.fulfill(value) }
    }

    private var ends: @Sendable () -> Void = {}

    /// Ends the operations that last.
    func end() { scenario.thread { [ends] in ends() } }

    private func note(_ name: String, _ promise: Promise<Int>) {
      scenario.afterwards { [scenario] in scenario.note("\(name)=\(promise.cell.fact)") }
    }

    private struct Failed: Error {}
  }
#endif
