// Kept tasks: they fall asleep while jobs arrive, each of which wakes one of them.

#if DEBUG
  @testable import AsyncPromises

  extension Race {
    static let keptTasks: [Race] = [
      Race(
        "B3 B4: two jobs arrive while a task falls asleep next to a sleeping one",
        ["1 asleep none woken", "0 asleep woken woken"]
      ) { scenario in
        let tasks = SleepingTasks(scenario, asleep: [0])
        scenario.thread { tasks.wake() }
        scenario.thread { tasks.wake() }
        scenario.thread { tasks.sleep(1) }
      },

      Race(
        "B3 B4: a woken task falls asleep again, as does another one, while a job arrives",
        ["1 asleep none woken", "1 asleep woken woken", "2 asleep none woken"]
      ) { scenario in
        let tasks = SleepingTasks(scenario, asleep: [1])
        scenario.thread { if let number = tasks.wake() { tasks.sleep(number) } }
        scenario.thread { tasks.wake() }
        scenario.thread { tasks.sleep(0) }
      },

      Race(
        "B3 B4: numbers in two words: two jobs arrive while a task falls asleep",
        ["1 asleep none woken", "0 asleep woken woken"]
      ) { scenario in
        let tasks = SleepingTasks(scenario, asleep: [UInt64.bitWidth])
        scenario.thread { tasks.wake() }
        scenario.thread { tasks.wake() }
        scenario.thread { tasks.sleep(UInt64.bitWidth - 1) }
      },
    ]
  }

  /// Places like those of `KeptTasks`: written by a task that falls asleep, then by its waker.
  private final class SleepingTasks: @unchecked Sendable {
    private let sleeping = NumberSet(capacity: 2 * UInt64.bitWidth)
    private var isFilled = [Bool](repeating: false, count: 2 * UInt64.bitWidth)
    private let scenario: Scenario

    init(_ scenario: Scenario, asleep numbers: [Int]) {
      self.scenario = scenario
      for number in numbers { sleep(number) }
      scenario.afterwards { [self] in
        var count = 0
        while sleeping.popFirst() != nil { count += 1 }
        scenario.note("\(count) asleep")
      }
    }

    func sleep(_ number: Int) {
      isFilled[number] = true
      sleeping.insert(number)
    }

    @discardableResult
    func wake() -> Int? {
      guard let number = sleeping.popFirst() else {
        scenario.note("none")
        return nil
      }
      scenario.note(isFilled[number] ? "woken" : "woken twice")
      isFilled[number] = false
      return number
    }
  }
#endif
