// Marks that show whether a failure was seen: no mark is lost.

#if DEBUG
  @testable import AsyncPromises

  extension Race {
    static let rejections: [Race] = [
      Race(
        "H1: the mark of an ignored failure is not lost while the cell is bound",
        ["ignored"]
      ) { scenario in
        let outer = ValueCell<Int>()
        let inner = ValueCell<Int>()
        scenario.thread { outer.markFailure(.handled) }
        scenario.thread { Trampoline.run { _ = outer.follow(inner, &$0) } }
        scenario.afterwards {
          scenario.note(
            outer.root.marks.has(.handled) ? "ignored" : "lost")
          Trampoline.run { _ = inner.fulfill(0, &$0) }
        }
      },

      Race(
        "H1: a failure is ignored, whether it occurs before or after the cell is bound",
        ["ignored"], bound: 2
      ) { scenario in
        let (outer, inner) = (ValueCell<Int>(), ValueCell<Int>())
        scenario.thread { outer.markFailure(.handled) }
        scenario.thread { outer.follow(inner) }
        scenario.thread { inner.fail() }
        scenario.afterwards {
          scenario.note(outer.root.marks.has(.handled) ? "ignored" : "lost")
        }
      },

      Race(
        "H1: a failure is ignored while consumers leave and attach",
        ["a left b=failed ignored"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let probe = scenario.probe("a", of: cell)
        let late = Probe("b", scenario)
        scenario.thread { probe.leave(byCancellation: false) }
        scenario.thread { cell.markFailure(.handled) }
        scenario.thread { late.attach(to: cell) }
        scenario.afterwards {
          cell.fail()
          scenario.note(cell.marks.has(.handled) ? "ignored" : "lost")
        }
      },

      Race(
        "H1: a failure is seen, whether it or the consumer comes first",
        ["a=failed seen"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let probe = Probe("a", scenario)
        scenario.thread { cell.fail() }
        scenario.thread { probe.attach(to: cell) }
        scenario.afterwards {
          scenario.note(cell.marks.has(.seen) ? "seen" : "missed")
        }
      },

      Race(
        "H1: an ignored failure stays ignored when it is passed on, even by an orphan",
        ["ignored"], bound: 2
      ) { scenario in
        let (first, inner, last) = (ValueCell<Int>(), ValueCell<Int>(), ValueCell<Int>())
        let handle = Handle(ValueCell<Int>())
        if let outer = handle.object {
          first.follow(outer)
          outer.follow(inner)
          outer.markFailure(.handled)
        }
        scenario.thread { handle.drop() }
        scenario.thread { inner.follow(last) }
        scenario.afterwards {
          last.fail()
          scenario.note(first.root.marks.has(.handled) ? "ignored" : "lost")
        }
      },

      Race(
        "H1: two marks are set at the same time",
        ["both"]
      ) { scenario in
        let cell = ValueCell<Int>()
        scenario.thread { cell.markFailure(.handled) }
        scenario.thread { cell.marks.set(.handlesGone) }
        scenario.afterwards {
          let hasBoth = cell.marks.has(.handled) && cell.marks.has(.handlesGone)
          scenario.note(hasBoth ? "both" : "one")
        }
      },

      Race(
        "H2: of two threads that set the same mark, one is the first",
        ["first"]
      ) { scenario in
        let cell = ValueCell<Int>()
        for _ in 0..<2 {
          scenario.thread {
            if cell.marks.set(.lateConsumerKnown) { scenario.note("first") }
          }
        }
      },

      Race(
        "H1: a mark is not lost when a consumer leaves",
        ["a left ignored"]
      ) { scenario in
        let cell = ValueCell<Int>()
        let probe = scenario.probe("a", of: cell)
        scenario.thread { cell.markFailure(.handled) }
        scenario.thread { probe.leave(byCancellation: false) }
        scenario.afterwards {
          scenario.note(cell.marks.has(.handled) ? "ignored" : "lost")
        }
      },

      Race(
        "H1 E2: a failure is seen even if the last consumer is cancelled meanwhile",
        ["a=failed seen", "a left seen", "a left cancelled"]
      ) { scenario in
        let cell = ValueCell<Int>.work()
        let probe = scenario.probe("a", of: cell)
        scenario.thread { cell.fail() }
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.afterwards {
          let isSeen = cell.marks.has(.seen)
          scenario.note(cell.isCancelled ? "cancelled" : isSeen ? "seen" : "missed")
        }
      },

      Race(
        "H1 E2: a failure is seen even if the last two consumers are cancelled meanwhile",
        [
          "a=failed b=failed seen", "a=failed b left seen", "a left b=failed seen",
          "a left b left seen", "a left b left cancelled",
        ], bound: 2
      ) { scenario in
        let cell = ValueCell<Int>.work()
        let probes = [scenario.probe("a", of: cell), scenario.probe("b", of: cell)]
        scenario.thread { cell.fail() }
        for probe in probes { scenario.thread { probe.leave(byCancellation: true) } }
        scenario.afterwards {
          let isSeen = cell.marks.has(.seen)
          scenario.note(cell.isCancelled ? "cancelled" : isSeen ? "seen" : "missed")
        }
      },
    ]
  }
#endif
