// Counting outstanding and running work.

#if DEBUG
  @testable import AsyncPromises
  @testable import AsyncPromisesTracking

  extension Race {
    static let tracking: [Race] = [
      Race(
        "T2: a wait ends once, and not before handed-over work has ended",
        ["zero after b"]
      ) { scenario in
        let counter = ActivityCounter(within: nil)
        let ended = StateWord(0)
        counter.enter()
        scenario.thread {
          counter.enter()
          counter.leave()
          _ = ended.exchange(1)
          counter.leave()
        }
        scenario.thread {
          counter.whenZero { scenario.note(ended.load() == 1 ? "zero after b" : "too early") }
        }
      },

      Race(
        "T2: two entries end at the same time, in a counter and the one around it",
        ["inner outer"]
      ) { scenario in
        let outer = ActivityCounter(within: nil)
        let inner = ActivityCounter(within: outer)
        inner.enter()
        inner.enter()
        outer.whenZero { scenario.note("outer") }
        scenario.thread { inner.leave() }
        scenario.thread { inner.leave() }
        scenario.thread { inner.whenZero { scenario.note("inner") } }
      },

      Race(
        "T2: two waits that begin at the same time both end",
        ["first second"]
      ) { scenario in
        let counter = ActivityCounter(within: nil)
        scenario.thread { counter.whenZero { scenario.note("first") } }
        scenario.thread { counter.whenZero { scenario.note("second") } }
      },

      Race(
        "T2: two waits that begin while work is running both end",
        ["first second"]
      ) { scenario in
        let counter = ActivityCounter(within: nil)
        counter.enter()
        scenario.thread { counter.whenZero { scenario.note("first") } }
        scenario.thread { counter.whenZero { scenario.note("second") } }
        scenario.afterwards { counter.leave() }
      },

      Race(
        "T4: work that is found busy while it ends is subtracted once",
        ["rest"]
      ) { scenario in
        let counter = ActivityCounter(within: nil)
        let share = SharedWork()
        share.work.enter(counter)
        share.work.enter(counter)
        scenario.thread {
          share.work.leave(counter)
          share.work.leave(counter)
        }
        scenario.thread {
          for _ in 0..<(share.work.becomesBusy() ?? 0) { counter.leave() }
          share.work.enter(counter)
          share.work.isBusyNoLonger()
          share.work.leave(counter)
        }
        scenario.afterwards { counter.whenZero { scenario.note("rest") } }
      },

      Race(
        "T2: a tracked promise ends its record once, whichever call settles it",
        ["won 0 zero", "won 1 zero"]
      ) { scenario in
        scenario.leavesWords()
        let scope = Scope(name: nil, within: nil)
        let cell = TrackingContext.$current.withValue(.inside(scope)) {
          ValueCell<Int>(Origin("pending", #fileID, #line))
        }
        scope.outstanding.whenZero { scenario.note("zero") }
        scenario.thread { cell.fulfil(0, scenario) }
        scenario.thread { cell.fulfil(1, scenario) }
      },

      Race(
        "T2: two promises of a scope settle while a wait begins",
        ["zero"]
      ) { scenario in
        let scope = scenario.scope()
        let cells = scope.cells(2)
        for cell in cells { scenario.thread { cell.fulfil() } }
        scenario.thread {
          scope.outstanding.whenZero {
            scenario.note(cells.allSatisfy(\.isSettled) ? "zero" : "too early")
          }
        }
      },

      Race(
        "T2: a scope in a scope, each with its own promise",
        ["inner outer"]
      ) { scenario in
        let outer = scenario.scope()
        let inner = Scope(name: nil, within: outer)
        let cells = outer.cells(1) + inner.cells(1)
        inner.outstanding.whenZero { scenario.note(cells[1].isSettled ? "inner" : "too early") }
        outer.outstanding.whenZero {
          scenario.note(cells.allSatisfy(\.isSettled) ? "outer" : "too early")
        }
        for cell in cells { scenario.thread { cell.fulfil() } }
      },

      Race(
        "T2: a wait ends after a handler that became due meanwhile",
        ["1.handler 2.zero"]
      ) { scenario in
        let scope = scenario.scope()
        let order = Order(scenario)
        let source = Promise(cell: scope.cells(1)[0])
        scope.surrounds { source.done { _ in order.note("handler") } }
        scenario.thread { source.cell.fulfil() }
        scenario.thread { scope.outstanding.whenZero { order.note("zero") } }
      },

      Race(
        "T2: a wait ends after a promise that a handler has created",
        ["1.handler 2.promise 3.zero"]
      ) { scenario in
        let scope = scenario.scope()
        let order = Order(scenario)
        let gate = Gate()
        let source = Promise(cell: scope.cells(1)[0])
        scope.surrounds {
          source.done { _ in
            order.note("handler")
            scope.outstanding.enter()
            gate.open()
          }
        }
        scope.outstanding.whenZero { order.note("zero") }
        scenario.thread { source.cell.fulfil() }
        scenario.thread {
          scenario.pass(gate)
          order.note("promise")
          scope.outstanding.leave()
        }
      },

      Race(
        "T4: a scope isn't idle before a due handler has ended",
        ["1.handler 2.rest"]
      ) { scenario in
        let scope = scenario.scope()
        let order = Order(scenario)
        let source = Promise(cell: scope.cells(1)[0])
        scope.surrounds { source.done { _ in order.note("handler") } }
        scenario.thread {
          source.cell.fulfil()
          scope.activity.whenZero { order.note("rest") }
        }
      },

      Race(
        "T2: a skipped handler is subtracted like one that runs",
        ["zero"], bound: 2
      ) { scenario in
        let scope = scenario.scope()
        let source = Promise(cell: scope.cells(1)[0])
        let derived = scope.surrounds { source.map { $0 } }
        scope.outstanding.whenZero {
          scope.activity.whenZero { scenario.note("zero") }
        }
        scenario.thread { source.cell.fulfil() }
        scenario.thread { derived.cancel() }
      },

      Race(
        "T2: a bound promise ends with the inner one at the latest, even as an orphan",
        ["1.settled 2.zero"]
      ) { scenario in
        let scope = scenario.scope()
        let order = Order(scenario)
        let (inner, last) = (scope.cells(1)[0], scope.cells(1)[0])
        let outer = Handle(scope.cells(1)[0])
        outer.object?.follow(inner)
        scope.outstanding.whenZero { order.note("zero") }
        scenario.thread { outer.drop() }
        scenario.thread { inner.follow(last) }
        scenario.afterwards {
          order.note("settled")
          last.fulfil()
        }
      },

      Race(
        "T2: an entry that is visible is already counted",
        ["nothing came", "counted"]
      ) { scenario in
        let counter = ActivityCounter(within: nil)
        scenario.thread { counter.enter() }
        scenario.thread {
          if counter.generation == 0 {
            scenario.note("nothing came")
          } else {
            scenario.note(counter.isZero ? "gone" : "counted")
          }
        }
      },

      Race(
        "T4: an operation is idle while it waits, and active once the promise settles",
        ["at work, then at work", "at work, then ended", "idle, then at work", "idle, then ended"],
        bound: 2
      ) { scenario in
        let scope = scenario.scope()
        let cell = scope.cells(1)[0]
        let ended = StateWord(0)
        let record = Record(
          number: 1, Creator(kind: "async", name: nil, site: CallSite(#fileID, #line)), in: scope)
        let (_, operation) = record.operationBegins(on: nil) {
          _ = await Promise(cell: cell).result
          _ = ended.exchange(1)
        }
        scenario.task { await operation() }
        scenario.thread {
          let before = scope.awake.isZero ? "idle" : "at work"
          cell.fulfil(1)
          scope.activity.whenZero {
            let isAtWork = !scope.awake.isZero
            scenario.note(
              before + (ended.load() == 1 ? ", then ended" : isAtWork ? ", then at work" : "!"))
          }
        }
      },

      Race(
        "T2: a scope isn't idle between a settlement and its handler",
        ["pending won 0", "rest after the handler won 0"], bound: 2
      ) { scenario in
        scenario.leavesWords()
        let scope = Scope(name: nil, within: nil)
        let ended = StateWord(0)
        let cell = TrackingContext.$current.withValue(.inside(scope)) {
          let cell = ValueCell<Int>(Origin("pending", #fileID, #line))
          _ = Promise(cell: cell).map { _ in _ = ended.exchange(1) }
          return cell
        }
        scenario.thread { cell.fulfil(0, scenario) }
        scenario.thread {
          guard cell.outcome != nil else { return scenario.note("pending") }
          scope.activity.whenZero {
            scenario.note(ended.load() == 1 ? "rest after the handler" : "rest too early")
          }
        }
      },
    ]
  }

  /// Work that threads share.
  private final class SharedWork: Sendable {
    let work = WorkShare()
  }

  extension Scenario {
    /// A scope that only this scenario uses.
    fileprivate func scope() -> Scope {
      leavesWords()
      return Scope(name: nil, within: nil)
    }
  }

  extension Scope {
    /// Calls `body`, whose promises belong to the scope.
    @discardableResult
    fileprivate func surrounds<R>(_ body: () -> R) -> R {
      TrackingContext.$current.withValue(.inside(self), operation: body)
    }

    fileprivate func cells(_ count: Int) -> [ValueCell<Int>] {
      surrounds { (0..<count).map { _ in ValueCell<Int>(Origin("pending", #fileID, #line)) } }
    }
  }
#endif
