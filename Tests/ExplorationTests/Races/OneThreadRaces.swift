// Faults that a single thread is enough to reveal.

#if DEBUG
  import PromiseCompatSupport

  @testable import AsyncPromises

  extension Race {
    static let oneThread: [Race] = [
      Race("G1: short timers beside a long one leave no sleep behind", ["one sleep, three fired"]) {
        scenario in
        let time = Sleeps()
        let fired = StateWord(0)
        scenario.thread {
          let long = time.start(after: 3_600) {}
          for _ in 0..<3 {
            _ = time.start(after: 1) { _ = fired.add(1) }
            time.wakeFirst()
          }
          scenario.note(
            "\(time.count == 1 ? "one sleep" : "\(time.count) sleeps"), "
              + (fired.load() == 3 ? "three fired" : "\(fired.load()) fired"))
          long.stop()
          time.wakeFirst()
        }
      },

      Race("G1: a limit that ends just before the sleep under way wakes once", ["2 wake-ups"]) {
        scenario in
        let time = Sleeps()
        scenario.thread {
          for seconds in [3_600, 3_599] { _ = time.start(after: seconds) {} }
          var wakeUps = 0
          while time.count > 0 {
            time.wakeFirst()
            wakeUps += 1
          }
          scenario.note("\(wakeUps) wake-ups")
        }
      },

      Race(
        "B3: before an inline handler blocks, the handlers behind it run",
        ["1.a blocks 2.b 3.a goes on"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let order = Order(scenario)
        Promise(cell: cell).handle {
          order.note("a blocks")
          InlineLoop.blocking { order.note("a goes on") }
        }
        Promise(cell: cell).handle { order.note("b") }
        scenario.thread { cell.fulfil() }
      },
    ]
  }

  /// Tasks that sleep for timers, on a clock that advances when one of them wakes up.
  private final class Sleeps: @unchecked Sendable {
    private final class State: @unchecked Sendable {
      var now: SharedSleep.Time = 0
      var sleeping: [(until: SharedSleep.Time, turn: @Sendable () -> SharedSleep.Time?)] = []
    }

    private let state: State
    private let sleep: SharedSleep

    init() {
      let state = State()
      self.state = state
      sleep = SharedSleep(
        now: { state.now }, startJob: { first, turn in Self.sleep(first, turn, state) })
    }

    var count: Int { state.sleeping.count }

    func start(after seconds: Int, _ fire: @escaping @Sendable () -> Void) -> Timer {
      sleep.start(after: .seconds(seconds)) { _ in fire() }
    }

    func wakeFirst() {
      let sleeping = state.sleeping
      guard let first = sleeping.indices.min(by: { sleeping[$0].until < sleeping[$1].until })
      else { return }
      let next = state.sleeping.remove(at: first)
      state.now = max(state.now, next.until)
      Self.sleep(0, next.turn, state)
    }

    private static func sleep(
      _ first: SharedSleep.Time, _ turn: @escaping @Sendable () -> SharedSleep.Time?,
      _ state: State
    ) {
      let next = first > state.now ? first : turn()
      if let next { state.sleeping.append((next, turn)) }
    }
  }

  extension Promise<Int> {
    fileprivate func handle(_ body: @escaping @Sendable () -> Void) {
      _ =
        derive(in: .inline, .none) { _, source, derived, effects in
          body()
          derived.settle(as: source, &effects)
        } as Promise<Int>
    }
  }
#endif
