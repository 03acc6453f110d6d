// Handlers that run on a queue, or in the call that makes them due.

#if DEBUG
  import PromiseCompatSupport

  @testable import AsyncPromises

  extension Race {
    static let contexts: [Race] = [
      Race(
        "B3: inline handlers registered while the promise settles keep their order",
        ["1.a 2.b 3.c"]
      ) { scenario in
        let promise = Promise(cell: ValueCell<Int>())
        let order = Order(scenario)
        promise.handle(in: .inline) { order.note("a") }
        scenario.thread { promise.cell.fulfil() }
        scenario.thread {
          promise.handle(in: .inline) { order.note("b") }
          promise.handle(in: .inline) { order.note("c") }
        }
      },

      Race(
        "B9: a handler is triggered by code that has bound a task-local",
        ["sees nothing"]
      ) { scenario in
        let promise = Promise(cell: ValueCell<Int>())
        scenario.thread {
          Settler.$isBound.withValue(true) { promise.cell.fulfil() }
        }
        scenario.thread {
          Settler.$isBound.withValue(true) {
            _ = promise.handle(in: .concurrent) {
              scenario.note(Settler.isBound ? "sees the settler" : "sees nothing")
            }
          }
        }
      },

      Race(
        "B3: two threads register inline handlers of a settled promise",
        ["1.a 2.b 3.c", "1.a 2.c 3.b", "1.c 2.a 3.b"], brief: 2
      ) { scenario in
        let promise = Promise.fulfilled(0)
        let order = Order(scenario)
        scenario.thread {
          promise.handle(in: .inline) { order.note("a") }
          promise.handle(in: .inline) { order.note("b") }
        }
        scenario.thread { promise.handle(in: .inline) { order.note("c") } }
      },

      Race(
        "B3: inline handlers wait behind one that a job runs",
        ["1.a 2.b 3.c"]
      ) { scenario in
        let promise = Promise(cell: ValueCell<Int>())
        let order = Order(scenario)
        promise.handle(in: .inline) { order.note("a") }
        promise.handle(in: .concurrent) { order.note("b") }
        scenario.thread { promise.cell.fulfil() }
        scenario.thread { promise.handle(in: .inline) { order.note("c") } }
      },

      Race(
        "B3 B4: a job that takes over a lane runs the handlers that become due in it",
        ["1.a 2.b 3.c"]
      ) { scenario in
        let promise = Promise(cell: ValueCell<Int>())
        let order = Order(scenario)
        promise.handle(in: .inline) { order.note("a") }
        promise.handle(in: .concurrent) { order.note("b") }
          .handle(in: .concurrent) { order.note("c") }
        scenario.thread { promise.cell.fulfil() }
      },

      Race(
        "B3: handlers on a queue, registered while the promise settles, keep their order",
        ["1.a 2.b"]
      ) { scenario in
        let promise = Promise(cell: ValueCell<Int>())
        let queue = ExecutionContext.queue(.serial())
        let order = Order(scenario)
        promise.handle(in: queue) { order.note("a") }
        scenario.thread { promise.cell.fulfil() }
        scenario.thread { promise.handle(in: queue) { order.note("b") } }
      },

      Race(
        "A7: handlers that an inline handler makes due run after it has returned",
        ["1.a 2.a returns 3.b"]
      ) { scenario in
        let (first, second) = (Promise(cell: ValueCell<Int>()), Promise(cell: ValueCell<Int>()))
        let order = Order(scenario)
        second.handle(in: .inline) { order.note("b") }
        first.handle(in: .inline) {
          order.note("a")
          second.cell.fulfil()
          order.note("a returns")
        }
        scenario.thread { first.cell.fulfil() }
      },

      Race(
        "E2 B6: a promise with an inline handler is cancelled while its source settles",
        [
          "d=1 handler let go ran won 1", "cancelled d=cancelled handler let go ran won 1",
          "cancelled d=cancelled handler let go won 1", "cancelled d=cancelled handler let go",
        ]
      ) { scenario in
        let source = ValueCell<Int>.work()
        let capture = scenario.capture()
        let derived = Promise(cell: source).handle(in: .inline) { scenario.note(capture("ran")) }
        scenario.thread { source.fulfil(1, scenario) }
        scenario.thread { derived.cell.cancel(scenario) }
        scenario.afterwards { scenario.note("d=\(derived.cell.fact)") }
      },

      Race(
        "B6: an outcome that skips a handler releases it, despite a cancellation",
        ["cancelled d=cancelled handler let go", "d=failed handler let go"]
      ) { scenario in
        let source = ValueCell<Int>()
        let capture = scenario.capture()
        let derived = Promise(cell: source).handle(in: .queue(.serial()), for: .values) {
          scenario.note(capture("ran"))
        }
        scenario.thread { source.fail() }
        scenario.thread { derived.cell.cancel(scenario) }
        scenario.afterwards { scenario.note("d=\(derived.cell.fact)") }
      },

      Race(
        "A3: an inline handler returns a promise that settles meanwhile",
        ["d=1"]
      ) { scenario in
        let (source, inner) = (ValueCell<Int>(), ValueCell<Int>())
        let derived: Promise<Int> = Promise(cell: source).derive(in: .inline, .none) {
          _, _, derived, effects in
          Promise.follow(derived, &effects) { Promise(cell: inner) }
        }
        scenario.thread { source.fulfil() }
        scenario.thread { inner.fulfil(1) }
        scenario.afterwards { scenario.note("d=\(derived.cell.fact)") }
      },

      Race(
        "B3 B10: a handler that comes during a turn waits for those that it leaves over",
        ["in order"], level: .jobs
      ) { scenario in
        let promise = Promise(cell: ValueCell<Int>())
        let numbers = Numbers()
        for number in 0...Turn.limit {
          promise.handle(in: .actor(Room.oneForAll)) {
            numbers.all.append(number)
            guard number == 0 else { return }
            promise.handle(in: .actor(Room.oneForAll)) { numbers.all.append(Turn.limit + 1) }
          }
        }
        promise.cell.fulfil()
        scenario.afterwards {
          let isOrdered = numbers.all == Array(0...Turn.limit + 1)
          scenario.note(isOrdered ? "in order" : "a handler overtakes")
        }
      },
    ]
  }

  extension Room {
    /// Its paused jobs are kept for ever, in one place, because it is always the same.
    fileprivate static let oneForAll = Room()
  }

  /// Only one logical thread runs at a time.
  private final class Numbers: @unchecked Sendable {
    var all: [Int] = []
  }

  extension Promise<Int> {
    /// Returns a promise with the same outcome, which settles after `body` has run in the context.
    @discardableResult
    fileprivate func handle(
      in context: ExecutionContext, for purpose: AsyncPromises.Handler.Purpose = .anyOutcome,
      _ body: @escaping @Sendable () -> Void
    ) -> Promise {
      derive(in: context, .none, .none, for: purpose) { _, source, derived, effects in
        body()
        derived.settle(as: source, &effects)
      }
    }
  }

  extension HandlerQueue {
    private final class Job: QueueNode, @unchecked Sendable {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// A queue whose jobs run one after the other, in the explorer's tasks.
    static func serial() -> HandlerQueue {
      let jobs = Mailbox<Job>()
      return HandlerQueue { job in
        guard jobs.append(Job(job)) else { return }
        Tasks.start(on: nil, priority: Tasks.handlerPriority) { jobs.serve { $0.run() } }
      }
    }
  }

  private enum Settler {
    @TaskLocal static var isBound = false
  }
#endif
