// Runs a scenario under every schedule of its atomic operations: a stateless depth-first search.
//
// One token: the logical thread that holds it runs, the others are parked. Before each access to a
// `StateWord` the holder asks which thread goes on. The first schedule is sequential; each later
// one replays a prefix and takes the next choice. Sleep sets leave out schedules that differ only
// in the order of independent operations (another word, or two reads).

#if DEBUG
  import Dispatch
  import Foundation
  @testable import AsyncPromises

  /// What one schedule of a scenario consists of. Only one logical thread runs at a time.
  final class Scenario: @unchecked Sendable {
    fileprivate(set) var threads: [() -> Void] = []
    private var notes: [String] = []
    private var watched: [WeakReference] = []
    private var finally: [(Scenario) -> Void] = []

    private struct WeakReference {
      weak var object: AnyObject?
    }

    /// Adds a logical thread.
    func thread(_ body: @escaping () -> Void) {
      threads.append(body)
    }

    /// States a fact of the outcome. The order of facts is not part of it.
    func note(_ fact: String) {
      notes.append(fact)
    }

    /// Looks at the final state, when all threads have ended.
    func afterwards(_ body: @escaping (Scenario) -> Void) {
      finally.append(body)
    }

    /// The object has to be freed at the end of the schedule.
    func watch<Object: AnyObject>(_ object: Object) -> Object {
      watched.append(WeakReference(object: object))
      return object
    }

    /// Frees everything, and says what happened.
    fileprivate func end() -> String {
      for look in finally { look(self) }
      threads = []
      finally = []
      let leaks = watched.count { $0.object != nil }
      if leaks > 0 { note("leaked \(leaks)") }
      return notes.sorted().joined(separator: " ")
    }
  }

  /// What a search found.
  struct Exploration: Sendable {
    fileprivate(set) var schedules = 0
    fileprivate(set) var pruned = 0
    /// Every outcome with the first schedule that led to it.
    fileprivate(set) var outcomes: [String: String] = [:]
  }

  final class Explorer: @unchecked Sendable {
    private struct Operation {
      var word: Int
      var writes: Bool

      static func areDependent(_ a: Operation?, _ b: Operation?) -> Bool {
        guard let a, let b else { return false }
        return a.word == b.word && (a.writes || b.writes)
      }
    }

    private struct Choice {
      var options: [Int]
      var costs: [Int]
      var index = 0
      var pending: [Operation?]
      var asleep: Set<Int>
    }

    /// How often a schedule may take the token from a thread that could go on; `nil` for always,
    /// with sleep sets instead.
    private let bound: Int?
    private let maxSteps = 10_000
    private var path: [Choice] = []
    private var depth = 0
    private var preemptions = 0
    private var isRedundant = false
    private var done: [Bool] = []
    private var pending: [Operation?] = []
    private var asleep: Set<Int> = []
    private var words: [UInt: Int] = [:]
    private var parked: [DispatchSemaphore] = []
    private let finished = DispatchSemaphore(value: 0)
    private var scenario = Scenario()
    private var isOver = false

    /// One search at a time: the seam has room for one scheduler.
    private static let turn = NSLock()
    nonisolated(unsafe) private static var active: Explorer?
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      return key
    }()

    private init(bound: Int?) {
      self.bound = bound
    }

    /// Searches all schedules of the scenario that `make` builds anew for each of them.
    static func explore(
      bound: Int? = nil, _ make: @escaping (Scenario) -> Void
    ) -> Exploration {
      turn.withLock {
        let explorer = Explorer(bound: bound)
        active = explorer
        StateWord.observe { word, writes in Explorer.point(word, writes) }
        defer {
          StateWord.observe(with: nil)
          active = nil
        }
        return explorer.search(make)
      }
    }

    private static func point(_ word: UInt, _ writes: Bool) {
      guard let tag = pthread_getspecific(key), let active else { return }
      active.yield(from: Int(bitPattern: tag) - 1, word, writes)
    }

    private func yield(from me: Int, _ word: UInt, _ writes: Bool) {
      let number = words[word] ?? words.count
      words[word] = number
      pending[me] = Operation(word: number, writes: writes)
      let next = pick(after: me)
      guard next != me else { return }
      parked[next].signal()
      parked[me].wait()
    }

    private func pick(after current: Int?) -> Int {
      precondition(depth < maxSteps, "A schedule does not end: livelock.")
      defer { depth += 1 }
      if depth == path.count { path.append(nextChoice(after: current)) }
      let choice = path[depth]
      let chosen = choice.options[choice.index]
      preemptions += choice.costs[choice.index]
      if bound == nil {
        asleep = choice.asleep.union(choice.options[..<choice.index]).filter {
          !Operation.areDependent(choice.pending[$0], choice.pending[chosen])
        }
        pending[chosen] = nil
      }
      return chosen
    }

    private func nextChoice(after current: Int?) -> Choice {
      var options: [Int] = []
      if let current, !done[current] { options.append(current) }
      let price = options.isEmpty ? 0 : 1
      if price == 0 || bound.map({ preemptions < $0 }) ?? true {
        options += done.indices.filter { !done[$0] && $0 != current }
      }
      if bound == nil {
        let awake = options.filter { !asleep.contains($0) }
        if isRedundant || awake.isEmpty {
          isRedundant = true
          options = [options[0]]
        } else {
          options = awake
        }
      }
      let costs = options.map { $0 == current ? 0 : price }
      return Choice(options: options, costs: costs, pending: pending, asleep: asleep)
    }

    private func end(of me: Int) {
      done[me] = true
      if done.allSatisfy(\.self) {
        finished.signal()
      } else {
        parked[pick(after: nil)].signal()
      }
    }

    /// What a scenario makes is nobody else's: the records of the process would bring the schedules
    /// of other tests in.
    private static func untracked(_ body: () -> Void) {
      Surroundings.$current.withValue(.outside(.process), operation: body)
    }

    private func search(_ scenes: @escaping (Scenario) -> Void) -> Exploration {
      let make = { scenario in Explorer.untracked { scenes(scenario) } }
      var exploration = Exploration()
      make(scenario)
      let count = scenario.threads.count
      let starts = (0..<count).map { _ in DispatchSemaphore(value: 0) }
      let exits = (0..<count).map { _ in DispatchSemaphore(value: 0) }
      parked = (0..<count).map { _ in DispatchSemaphore(value: 0) }
      for index in 0..<count {
        let thread = Thread {
          pthread_setspecific(Explorer.key, UnsafeMutableRawPointer(bitPattern: index + 1))
          while true {
            starts[index].wait()
            if self.isOver { break }
            self.parked[index].wait()
            do {
              let body = self.scenario.threads[index]
              Explorer.untracked(body)
            }
            self.end(of: index)
          }
          exits[index].signal()
        }
        thread.start()
      }
      while true {
        (depth, preemptions, isRedundant) = (0, 0, false)
        (asleep, words) = ([], [:])
        done = Array(repeating: false, count: count)
        pending = Array(repeating: nil, count: count)
        for start in starts { start.signal() }
        parked[pick(after: nil)].signal()
        finished.wait()
        let outcome = scenario.end()
        if isRedundant { exploration.pruned += 1 } else { exploration.schedules += 1 }
        if exploration.outcomes[outcome] == nil {
          exploration.outcomes[outcome] = path.map { String($0.options[$0.index]) }.joined()
        }
        scenario = Scenario()
        guard backtrack() else { break }
        make(scenario)
      }
      isOver = true
      for start in starts { start.signal() }
      for exit in exits { exit.wait() }
      return exploration
    }

    private func backtrack() -> Bool {
      while var last = path.popLast() {
        if last.index + 1 < last.options.count {
          last.index += 1
          path.append(last)
          return true
        }
      }
      return false
    }
  }
#endif
