// Time: deadlines, settlements and cancellations, on a clock that a thread advances.

#if DEBUG
  @testable import AsyncPromises
  @testable import AsyncPromisesTesting

  extension Race {
    static let timing: [Race] = [
      Race(
        "T4: a sleep begins, its deadline comes, and it is cancelled",
        ["cancelled", "woken"], level: .jobs
      ) { scenario in
        let clock = ManualClock()
        let sleeper = scenario.sleep(until: 1, by: clock) { scenario.note($0) }
        scenario.thread { clock.move(by: 1) }
        scenario.thread { sleeper.cancel() }
        scenario.afterwards { if !clock.deadlines.isEmpty { scenario.note("asleep") } }
      },

      Race(
        "T4: sleepers are woken in the order of their deadlines, except for late ones",
        ["woke ", "woke 1", "woke 12", "woke 2"], level: .jobs
      ) { scenario in
        let clock = ManualClock()
        for deadline in [2, 1] { scenario.sleep(until: deadline, by: clock) { _ in } }
        scenario.thread {
          var order = ""
          while let sleeper = clock.wakeNext(until: .init(offset: .seconds(3))) {
            order += "\(sleeper.deadline.offset.components.seconds)"
          }
          scenario.note("woke \(order)")
        }
      },

      Race(
        "G1: the end of a delay, and its cancellation",
        ["delay=()", "delay=cancelled"], level: .jobs
      ) { scenario in
        let clock = ManualClock()
        let delay = Promise.delay(for: .seconds(1), clock: clock)
        scenario.thread { clock.move(by: 1) }
        scenario.thread { delay.cancel() }
        scenario.afterwards { scenario.note("delay=\(delay.cell.fact)") }
      },

      Race(
        "G1: a delayed value arrives while its promise is released",
        ["", "delayed=1"], level: .jobs
      ) { scenario in
        let clock = ManualClock()
        let source = ValueCell<Int>()
        let delayed = Handle(Promise(cell: source).delay(by: .seconds(1), clock: clock))
        scenario.thread {
          delayed.object?.whenSettled { scenario.note("delayed=\($0.fact)") }
        }
        scenario.thread { source.fulfil(1) }
        scenario.thread { delayed.drop() }
        scenario.afterwards { clock.move(by: 1) }
      },

      Race(
        "G2 E2: an outcome or a time limit decides, and the other is released",
        ["source=1 timed=1", "source=abandoned timed=failed"], level: .jobs
      ) { scenario in
        let clock = ManualClock()
        let source = ValueCell<Int>.work()
        let timed = Promise(cell: source).timeout(after: .seconds(1), clock: clock)
        scenario.thread { source.fulfil(1) }
        scenario.thread { clock.move(by: 1) }
        scenario.afterwards {
          scenario.note("source=\(source.fact)")
          scenario.note("timed=\(timed.cell.fact)")
          if !clock.deadlines.isEmpty { scenario.note("asleep") }
        }
      },

      Race(
        "G2 E2: the time limit, and a cancellation",
        ["source=abandoned timed=cancelled", "source=abandoned timed=failed"], level: .jobs
      ) { scenario in
        let clock = ManualClock()
        let source = ValueCell<Int>.work()
        let timed = Promise(cell: source).timeout(after: .seconds(1), clock: clock)
        scenario.thread { clock.move(by: 1) }
        scenario.thread { timed.cancel() }
        scenario.afterwards {
          scenario.note("source=\(source.fact)")
          scenario.note("timed=\(timed.cell.fact)")
          source.fulfil(1)
        }
      },

      Race(
        "G2: the timer is released with the outcome",
        ["timed=1", "timed=cancelled"], level: .jobs
      ) { scenario in
        let clock = ManualClock()
        let source = ValueCell<Int>()
        let timed = Promise(cell: source).timeout(after: .seconds(1), clock: clock)
        scenario.thread { source.fulfil(1) }
        scenario.thread { timed.cancel() }
        scenario.afterwards {
          scenario.note("timed=\(timed.cell.fact)")
          if !clock.deadlines.isEmpty { scenario.note("asleep") }
        }
      },

      Race(
        "G2: a value arrives, the promise is released, the time limit expires last or never",
        ["source=1", "source=abandoned"], level: .jobs
      ) { scenario in
        let clock = ManualClock()
        let source = ValueCell<Int>.work()
        let promise = Promise(cell: source).timeout(after: .seconds(1), clock: clock)
        promise.cell.markFailure(.handled)
        let timed = Handle(promise)
        scenario.thread { source.fulfil(1) }
        scenario.thread { timed.drop() }
        scenario.thread { clock.move(by: 1) }
        scenario.afterwards { scenario.note("source=\(source.fact)") }
      },

      Race(
        "G3: an attempt fails, the pause ends, and the retry is cancelled",
        [
          "attempt 1 attempt 2 retry=2", "attempt 1 attempt 2 retry=cancelled",
          "attempt 1 retry=cancelled",
        ], level: .jobs
      ) { scenario in
        let clock = ManualClock()
        let retry = Promise.retry(
          maxAttempts: 2, backoff: .constant(.seconds(1)), clock: clock
        ) { attempt in
          scenario.note("attempt \(attempt)")
          guard attempt == 2 else { throw PromiseError.invalid }
          await Task.yield()
          return attempt
        }
        scenario.thread { clock.move(by: 1) }
        scenario.thread { retry.cancel() }
        scenario.afterwards {
          // The pause may have begun after the time was advanced.
          clock.move(by: 1)
        }
        scenario.afterwards { scenario.note("retry=\(retry.cell.fact)") }
      },

      Race("G1: a due timer is stopped", ["", "fired"]) { scenario in
        let sleep = SharedSleep(ContinuousClock())
        let timer = SharedTimer(after: .zero, sleep) { _ in scenario.note("fired") }
        scenario.thread { sleep.add(timer) }
        scenario.thread { timer.stop() }
      },

      Race("G1: timers that share a sleep start when they are due", ["one other"]) { scenario in
        let sleep = SharedSleep(ContinuousClock())
        scenario.thread { _ = sleep.start(after: .zero) { _ in scenario.note("one") } }
        scenario.thread { _ = sleep.start(after: .zero) { _ in scenario.note("other") } }
      },
    ]
  }

  extension ManualClock {
    /// Advances the time without waiting for work.
    fileprivate func move(by seconds: Int) {
      let end = now.advanced(by: .seconds(seconds))
      while wakeNext(until: end) != nil {}
    }

    fileprivate func wakeNext(until end: Instant) -> Sleeper? {
      let sleeper = nextDue(until: end)
      sleeper?.resume()
      return sleeper
    }
  }

  extension Scenario {
    @discardableResult
    fileprivate func sleep(
      until deadline: Int, by clock: ManualClock, _ end: @escaping @Sendable (String) -> Void
    ) -> Task<Void, Never> {
      task {
        do {
          try await clock.sleep(until: .init(offset: .seconds(deadline)))
          end("woken")
        } catch {
          end("cancelled")
        }
      }
    }
  }
#endif
