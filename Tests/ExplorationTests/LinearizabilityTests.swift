// Histories of concurrent calls. The model must allow the calls of each history in some order. A
// call that ended before another began must precede it.
//
// A call that settles a promise takes effect in two steps: first no other call can win,
// then the outcome can be read. Promises that follow it settle later still, so the model's steps
// that result from a call may follow other calls.

import TestSupport

#if DEBUG
  import Foundation
  import Testing
  @testable import AsyncPromises

  @Suite("Linearizability", .timeLimit(.minutes(10)))
  struct LinearizabilityTests {
    private static let count = isStressRun ? 1_000 : 20
    static let seeds = (0..<4).map { runSeed &+ $0 }

    @Test("A1 A2 A3 A5 E1 E2: every history has an order that the model allows", arguments: seeds)
    func histories(seed: UInt64) async {
      let problem = await onOwnThread { () -> String? in
        var seeds = Seed(seed, choices: .max)
        for _ in 0..<Self.count {
          let program = ConcurrentProgram(&seeds)
          let race = program.race { Model.allows($0) }
          let search = Explorer.Search.random(30, seed: seeds.next())
          let exploration = Explorer.explore(race, search, stopsAtFirst: true)
          if let problem = exploration.problems.first { return "\(program)\n\(problem)" }
        }
        return nil
      }
      if let problem { Issue.record("\(again(with: seed)) Linearizability\n\(problem)") }
    }

    @Test("a model in which the last call wins doesn't allow the observed histories")
    func wrongModel() async {
      let program = ConcurrentProgram(threads: [[.fulfil(0, 1), .read(0)], [.fulfil(0, 2)]])
      let race = program.race { history in
        // As if a promise could be settled again.
        let last = history.calls.last { $0.call != .read(0) }?.call
        return history.calls.allSatisfy {
          $0.call != .read(0) || last.map { $0 != .fulfil(0, 1) } == true
        }
      }
      let problems = await onOwnThread { Explorer.explore(race, stopsAtFirst: true).problems }
      #expect(problems.count == 1)
    }

    @Test("an answer that no order can give is rejected")
    func refusals() {
      let fulfil = History.Entry(call: .fulfil(0, 1), answer: .won(true), begin: 0, end: 1)
      var second = History.Entry(call: .fulfil(0, 2), answer: .won(true), begin: 2, end: 3)
      #expect(!Model.allows(History(calls: [fulfil, second], final: [.value(1), nil])))
      second.answer = .won(false)
      #expect(Model.allows(History(calls: [fulfil, second], final: [.value(1), nil])))
      #expect(!Model.allows(History(calls: [fulfil, second], final: [.value(2), nil])))
      // The read began after the first call had ended, but saw the state before that call.
      let read = History.Entry(call: .read(0), answer: .saw(nil), begin: 2, end: 3)
      #expect(!Model.allows(History(calls: [fulfil, read], final: [.value(1), nil])))
      let earlier = History.Entry(call: .read(0), answer: .saw(nil), begin: 0, end: 3)
      #expect(Model.allows(History(calls: [fulfil, earlier], final: [.value(1), nil])))
    }
  }

  /// A thread's call on a promise.
  enum Call: Hashable, Sendable {
    case fulfil(Int, Int), reject(Int, Int), cancel(Int), follow(Int, Int), read(Int)

    fileprivate var operation: Operation? {
      switch self {
      case .fulfil(let p, let value): .fulfil(p, value)
      case .reject(let p, let error): .reject(p, error)
      case .cancel(let p): .cancel(p)
      case .follow(let p, let inner): .follow(p, inner)
      case .read: nil
      }
    }
  }

  /// The observed answers of concurrent calls.
  struct History {
    enum Answer: Hashable {
      case won(Bool)
      case saw(Outcome?)
    }

    struct Entry {
      let call: Call
      var answer: Answer
      /// Logical times.
      let begin: Int
      let end: Int
    }

    var calls: [Entry] = []
    /// The outcomes at the end.
    var final: [Outcome?] = []
  }

  extension Model {
    /// Whether some order of the calls explains the history.
    static func allows(_ history: History) -> Bool {
      var model = Model()
      for p in history.final.indices { model.begin(.make(p)) }
      return allows(history.calls, [model], [], history.final)
    }

    /// A call that has taken effect but not ended. Until it ends, promises settled since then may
    /// still appear pending.
    private struct Unfinished {
      let end: Int
      var read: Set<Int>
    }

    private static func allows(
      _ rest: [History.Entry], _ worlds: Set<Model>, _ unfinished: [Unfinished],
      _ final: [Outcome?]
    ) -> Bool {
      let worlds = worlds.reduce(into: Set()) { $0.formUnion($1.continued) }
      guard !rest.isEmpty else {
        return worlds.contains { $0.choices == 0 && $0.view.outcomes == final }
      }
      for (index, next) in rest.enumerated() where !rest.contains(where: { $0.end < next.begin }) {
        var unfinished = unfinished.filter { $0.end > next.begin }
        let unread = final.indices.filter { p in unfinished.contains { !$0.read.contains(p) } }
        let after = Set(worlds.flatMap { $0.after(next, unread: unread) })
        guard !after.isEmpty else { continue }
        switch (next.call, next.answer) {
        case (_, .won):
          let read = final.indices.filter { p in worlds.allSatisfy { $0[p]?.outcome != nil } }
          unfinished.append(Unfinished(end: next.end, read: Set(read)))
        case (.read(let p), .saw(_?)):
          // An outcome that was read once can't appear pending again.
          for index in unfinished.indices { unfinished[index].read.insert(p) }
        default:
          break
        }
        var others = rest
        others.remove(at: index)
        if allows(others, after, unfinished, final) { return true }
      }
      return false
    }

    /// This world, and the worlds that it can become without further calls.
    private var continued: Set<Model> {
      var met: Set = [self]
      var rest = [self]
      while let world = rest.popLast() {
        for choice in 0..<world.choices {
          var next = world
          next.goOn(choice)
          if met.insert(next).inserted { rest.append(next) }
        }
      }
      return met
    }

    /// The worlds after a call that gives the recorded answer.
    ///
    /// - Parameter unread: promises that are settled, but may still appear pending.
    private func after(_ entry: History.Entry, unread: [Int]) -> [Model] {
      switch (entry.call, entry.answer) {
      case (.read(let p), .saw(nil)) where unread.contains(p): return [self]
      case (.read(let p), .saw(let outcome)): return self[p]?.outcome == outcome ? [self] : []
      case (.follow(_, let inner), .won(let won)) where unread.contains(inner):
        return [called(entry.call), asPending(inner) { $0.called(entry.call) }]
          .filter { $0.answers == [won] }
      case (_, .won(let won)): return [called(entry.call)].filter { $0.answers == [won] }
      case (_, .saw): return []
      }
    }

    private func called(_ call: Call) -> Model {
      var world = self
      world.answers = []
      if let operation = call.operation { world.begin(operation) }
      return world
    }

    /// The world after a call that sees a promise as pending, and is notified of its outcome later.
    private func asPending(_ p: Int, _ body: (Model) -> Model) -> Model {
      var world = self
      world.promises[p]?.outcome = nil
      world = body(world)
      world.promises[p]?.outcome = self[p]?.outcome
      if !world.steps.contains(.tell(p)) { world.steps.append(.tell(p)) }
      return world
    }
  }

  /// Calls of concurrent threads on two promises.
  struct ConcurrentProgram: CustomStringConvertible, Sendable {
    let threads: [[Call]]

    init(threads: [[Call]]) {
      self.threads = threads
    }

    init(_ seed: inout Seed) {
      func number(below limit: Int) -> Int { seed.next(below: limit) ?? 0 }
      // No cycles: which call is refused in a cycle is unspecified. Other races test them.
      let outer = number(below: 2)
      threads = (0..<2 + number(below: 2)).map { thread in
        (0..<1 + number(below: 3)).map { index in
          let p = number(below: 2)
          let value = thread * 10 + index
          return switch number(below: 8) {
          case 0, 1: .fulfil(p, value)
          case 2: .reject(p, value)
          case 3: .cancel(p)
          case 4, 5: .follow(outer, 1 - outer)
          default: .read(p)
          }
        }
      }
    }

    var description: String {
      threads.map { thread in thread.map { "\($0)" }.joined(separator: "; ") }
        .joined(separator: "\n‖ ")
    }

    /// The program as a race, which notes the history as a fact if it isn't allowed.
    func race(_ isAllowed: @escaping @Sendable (History) -> Bool) -> Race {
      Race("\(self)", [""]) { scenario in
        let cells = [ValueCell<Outcome>(), ValueCell<Outcome>()]
        let recorder = Recorder()
        for thread in threads {
          scenario.thread {
            for call in thread { recorder.record(call) { call.perform(on: cells) } }
          }
        }
        scenario.afterwards {
          recorder.history.final = cells.map { $0.outcome.map(Outcome.init) }
          if !isAllowed(recorder.history) { scenario.note("\(recorder.history)") }
          // A pending promise that follows another is retained by it.
          for cell in cells { Trampoline.run(deferring: .nothing) { _ = cell.cancel(&$0) } }
        }
      }
    }
  }

  /// Counts logical times. It needs no lock, because one logical thread runs at a time.
  private final class Recorder: @unchecked Sendable {
    var history = History()
    private var moment = 0

    func record(_ call: Call, _ body: () -> History.Answer) {
      moment += 1
      let begin = moment
      let answer = body()
      moment += 1
      history.calls.append(.init(call: call, answer: answer, begin: begin, end: moment))
    }
  }

  extension Call {
    fileprivate func perform(on cells: [ValueCell<Outcome>]) -> History.Answer {
      switch self {
      case .fulfil(let p, let value):
        .won(Trampoline.run { cells[p].fulfill(.value(value), &$0) })
      case .reject(let p, let error):
        .won(Trampoline.run { cells[p].reject(ProgramError(number: error), &$0) })
      case .cancel(let p): .won(Trampoline.run(deferring: .nothing) { cells[p].cancel(&$0) })
      case .follow(let p, let inner):
        .won(Trampoline.run { cells[p].follow(cells[inner], &$0) })
      case .read(let p): .saw(cells[p].outcome.map(Outcome.init))
      }
    }
  }
#endif
