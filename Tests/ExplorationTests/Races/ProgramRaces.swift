// Small programs that have broken a rule: see `Programs`. They see nothing but rules obeyed.

#if DEBUG
  extension Race {
    static let programs: [Race] = [
      Race(
        "E2 A3: a consumer that attaches while its promise is bound counts once",
        [""]
      ) { scenario in
        let stage = Stage(scenario)
        let outer = stage.promise(.gate)
        let inner = stage.promise(.gate)
        scenario.thread {
          outer.bind(to: inner)
        }
        scenario.thread {
          outer.attach(.derived)
        }
      },

      Race(
        "H1 E2: the value of work arrives while its only consumer leaves, and is reported",
        [""]
      ) { scenario in
        let stage = Stage(scenario)
        let promise = stage.promise(.work)
        let a = promise.attach(.derived)
        scenario.thread {
          promise.settle()
        }
        scenario.thread {
          a.leave()
        }
      },

      Race(
        "H1 A3: a value is followed before there is a cancellation handler, and is not late",
        [""]
      ) { scenario in
        let stage = Stage(scenario)
        let outer = stage.promise(.gate)
        let inner = stage.promise(.gate)
        let a = inner.attach(.derived)
        scenario.thread {
          inner.settle()
          inner.stops()
        }
        scenario.thread {
          outer.bind(to: inner)
          a.leave()
        }
      },

      // Bounded: that an operation's task is cancelled is in no word. A search of everything takes
      // the thread that sees it for independent of the one that cancels it.
      Race(
        "H1 G2: a late value is asked for, and arrives while a time limit passes",
        [""], bound: 2
      ) { scenario in
        let stage = Stage(scenario)
        let promise = stage.promise(.operation)
        let a = promise.attach(.limit)
        scenario.thread {
          a.leave()
        }
      },
    ]
  }
#endif
