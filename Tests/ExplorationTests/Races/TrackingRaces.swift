// Counting what is outstanding, and marks that must not be lost.

#if DEBUG
  @testable import AsyncPromises

  extension Race {
    static let tracking: [Race] = [
      Race(
        "T2: a wait ends once, and not before what was handed over has ended",
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
        "T2: two end at the same time, in a counter and in the one around it",
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
        "T2: two that come to wait at the same time are both told",
        ["first second"]
      ) { scenario in
        let counter = ActivityCounter(within: nil)
        scenario.thread { counter.whenZero { scenario.note("first") } }
        scenario.thread { counter.whenZero { scenario.note("second") } }
      },

      Race(
        "T4: work that is taken for busy while it ends is struck off once",
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
        "T2: a promise that is tracked ends its record once, whoever settles it",
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
        "T2: two promises of a scope settle while somebody waits",
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
        "T2: a scope in a scope, each with a promise of its own",
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
        "T2: a wait outlasts the handler that became due meanwhile",
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
        "T2: a wait outlasts the promise that a handler has made",
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
        "T4: nothing is at rest before a handler that is due has ended",
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
        "T2: a handler that is skipped is struck off like one that runs",
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
        "T2: a bound promise ends with the inner one, and an orphan at the latest",
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
        "T2: who sees that something came sees it counted",
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
        "T4: an operation is idle while it waits, and at work when its promise is settled",
        ["at work, then at work", "at work, then ended", "idle, then at work", "idle, then ended"],
        bound: 2
      ) { scenario in
        let scope = scenario.scope()
        let cell = scope.cells(1)[0]
        let ended = StateWord(0)
        let record = Record(
          number: 1, Creator(kind: "async", name: nil, site: CallSite(#fileID, #line)), in: scope)
        let waits: AsyncPromises.Operation = .captured {
          _ = await Promise(cell: cell).result
          _ = ended.exchange(1)
        }
        _ = record.operationBegins(waits) { _, operation in
          scenario.task { await operation() }
        }
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
        "T2: a scope is not at rest between a settlement and its handler",
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

  /// What threads share.
  private final class SharedWork: Sendable {
    let work = WorkShare()
  }

  extension Scenario {
    /// A scope that is nobody else's.
    fileprivate func scope() -> Scope {
      leavesWords()
      return Scope(name: nil, within: nil)
    }
  }

  extension Scope {
    /// Makes promises of the scope.
    @discardableResult
    fileprivate func surrounds<R>(_ body: () -> R) -> R {
      TrackingContext.$current.withValue(.inside(self), operation: body)
    }

    fileprivate func cells(_ count: Int) -> [ValueCell<Int>] {
      surrounds { (0..<count).map { _ in ValueCell<Int>(Origin("pending", #fileID, #line)) } }
    }
  }
#endif
