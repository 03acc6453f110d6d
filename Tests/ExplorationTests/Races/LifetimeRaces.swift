// Lifetime: which object is released last, and what is released with it. A leaked cell is a fact.
//
// The explorer doesn't see reference counts. Where only these matter, a race has a bound, so that
// its threads run in every order, without reduction.

#if DEBUG
  @testable import AsyncPromises

  extension Race {
    static let lifetime: [Race] = [
      Race(
        "A3: handles of a bound promise are released while a consumer attaches through one of them",
        ["a=1 won 1"]
      ) { scenario in
        let inner = ValueCell<Int>()
        let outer = Handle(ValueCell<Int>(), copies: 2)
        let probe = Probe("a", scenario)
        outer.object?.follow(inner)
        scenario.thread {
          outer.object.map(probe.attach)
          outer.drop()
        }
        scenario.thread { outer.drop() }
        scenario.afterwards { inner.fulfil(1, scenario) }
      },

      Race(
        "A3: a bound promise retains the inner one, whose handle is released meanwhile",
        ["a=1 won 1"]
      ) { scenario in
        let (source, outer) = (ValueCell<Int>(), ValueCell<Int>())
        let inner = Handle(source.mirror)
        let probe = Probe("a", scenario)
        inner.object.map(outer.follow)
        scenario.thread { inner.drop() }
        scenario.thread { probe.attach(to: outer) }
        scenario.thread { source.fulfil(1, scenario) }
      },

      Race(
        "A7: the orphan of a loop is dissolved while its consumer leaves",
        ["a=1 won 1", "a left last=abandoned", "a left won 1"], bound: 1
      ) { scenario in
        let (first, inner, last) = (ValueCell<Int>.work(), ValueCell<Int>(), ValueCell<Int>.work())
        let probe = scenario.probe("a", of: first)
        let handle = Handle(ValueCell<Int>())
        if let outer = handle.object {
          first.follow(outer)
          outer.follow(inner)
        }
        scenario.thread { handle.drop() }
        scenario.thread {
          inner.follow(last)
          last.fulfil(1, scenario)
        }
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.afterwards {
          if last.fact == "abandoned" { scenario.note("last=abandoned") }
        }
      },

      Race(
        "A7: an orphan is dissolved while its last consumer leaves",
        ["a left last=abandoned"], bound: 2
      ) { scenario in
        let (inner, last) = (ValueCell<Int>.work(), ValueCell<Int>.work())
        let probe = scenario.probe("a", of: scenario.overOrphan(of: inner))
        scenario.thread { inner.follow(last) }
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.afterwards { scenario.note("last=\(last.fact)") }
      },

      Race(
        "A7: one of two consumers leaves an orphan that is being dissolved",
        ["a left b=0 won 0"]
      ) { scenario in
        let (inner, last) = (ValueCell<Int>(), ValueCell<Int>())
        let first = scenario.overOrphan(of: inner)
        let probe = scenario.probe("a", of: first)
        scenario.probe("b", of: first)
        scenario.thread { inner.follow(last) }
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.afterwards { last.fulfil(0, scenario) }
      },

      Race(
        "A7: an orphan is dissolved while its source settles",
        ["a=1 b=1 won 1 won 2", "a=2 b=2 won 2"]
      ) { scenario in
        let (inner, last) = (ValueCell<Int>(), ValueCell<Int>())
        let late = Probe("b", scenario)
        scenario.probe("a", of: scenario.overOrphan(of: inner))
        scenario.thread { inner.follow(last) }
        scenario.thread { inner.fulfil(1, scenario) }
        scenario.afterwards {
          late.attach(to: inner)
          last.fulfil(2, scenario)
        }
      },

      Race(
        "A7: an orphan is dissolved while a consumer attaches and the last promise settles",
        ["a=1 b=1 won 1"]
      ) { scenario in
        let (inner, last) = (ValueCell<Int>(), ValueCell<Int>())
        let late = Probe("b", scenario)
        scenario.probe("a", of: scenario.overOrphan(of: inner))
        scenario.thread { inner.follow(last) }
        scenario.thread {
          late.attach(to: inner)
          last.fulfil(1, scenario)
        }
      },

      Race(
        "A7 E3: an orphan without consumers keeps the inner promise pending",
        ["b left last=pending won 0"]
      ) { scenario in
        let (inner, last) = (ValueCell<Int>.work(), ValueCell<Int>.work())
        ValueCell<Int>().follow(inner)
        let probe = scenario.probe("b", of: inner)
        scenario.thread { inner.follow(last) }
        scenario.thread { probe.leave(byCancellation: true) }
        scenario.afterwards {
          scenario.note("last=\(last.fact)")
          last.fulfil(0, scenario)
        }
      },

      Race(
        "A4: the resolver outlives the promise, or the promise the resolver",
        ["freed won"]
      ) { scenario in
        let (promise, resolver) = Promise<Item>.pending()
        let (reader, writer) = (Handle(promise), Handle(resolver))
        let item = Handle(Item { scenario.note("freed") })
        scenario.thread { reader.drop() }
        scenario.thread {
          if let item = item.object, writer.object?.fulfill(item) == true { scenario.note("won") }
          item.drop()
          writer.drop()
        }
      },

      Race(
        "E2: the last handle is released while the last consumer is cancelled",
        ["a left"]
      ) { scenario in
        let cell = Handle(ValueCell<Int>.work())
        let probe = Probe("a", scenario)
        cell.object.map(probe.attach)
        scenario.thread { cell.drop() }
        scenario.thread { probe.leave(byCancellation: true) }
      },

      Race(
        "A2: a losing value is released at once, the winning one with the promise",
        ["kept lost won"]
      ) { scenario in
        let cell = ValueCell<Item>()
        for _ in 0..<2 {
          scenario.thread {
            weak var weakItem: Item?
            let won = {
              let item = Item {}
              weakItem = item
              return Trampoline.run { cell.fulfill(item, &$0) }
            }()
            scenario.note(won ? "won" : "lost")
            if (weakItem != nil) != won { scenario.note("freed too early or too late") }
          }
        }
        scenario.afterwards { scenario.note(cell.outcome == nil ? "gone" : "kept") }
      },

      Race(
        "B5: a losing value observes and cancels the same promise when it is released",
        ["told won 0", "told won 1"]
      ) { scenario in
        let cell = ValueCell<Item>()
        for value in 0..<2 {
          scenario.thread {
            let item = Item { [weak cell] in
              guard let cell else { return }
              Trampoline.run { effects in
                cell.observe(.settling, &effects) { _ in scenario.note("told") }
              }
              if Trampoline.run({ cell.cancel(&$0) }) { scenario.note("cancelled") }
            }
            if Trampoline.run({ cell.fulfill(item, &$0) }) { scenario.note("won \(value)") }
          }
        }
      },

      Race(
        "B5: a consumer drops the promise that is notifying it, while another one leaves",
        ["a left won 0", "a=0 won 0"]
      ) { scenario in
        let source = ValueCell<Int>()
        let derived = Handle(source.mirror)
        let probe = Probe("a", scenario)
        derived.object.map { $0.attachReaction { derived.drop() } }
        derived.object.map(probe.attach)
        scenario.thread { source.fulfil(0, scenario) }
        scenario.thread { probe.leave(byCancellation: false) }
      },
    ]
  }

  extension Scenario {
    /// A cell that follows an orphan: a cell of which only the relay to `inner` remains.
    fileprivate func overOrphan(of inner: ValueCell<Int>) -> ValueCell<Int> {
      let (first, outer) = (ValueCell<Int>(), ValueCell<Int>())
      first.follow(outer)
      outer.follow(inner)
      return first
    }
  }

  /// A value that calls a closure when it is released.
  private final class Item: @unchecked Sendable {
    private let end: () -> Void

    init(_ end: @escaping () -> Void) {
      self.end = end
    }

    deinit {
      end()
    }
  }

  /// A consumer that calls a closure when it is notified.
  private final class Reaction: Node, @unchecked Sendable {
    private let body: () -> Void

    init(to cell: Cell, _ body: @escaping () -> Void) {
      self.body = body
      super.init(link: .armed(with: cell))
    }

    override func receive(from source: Cell, _ effects: inout Effects) {
      body()
    }
  }

  extension Cell {
    fileprivate func attachReaction(_ body: @escaping () -> Void) {
      Trampoline.run { attach(Reaction(to: self, body), &$0) }
    }
  }
#endif
