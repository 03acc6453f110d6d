// Runs many programs, and reports those that break a rule.

#if DEBUG
  @testable import AsyncPromises

  /// A part of the programs of one size, and the schedules in which they are run.
  struct ProgramSearch<Program: EnumeratedProgram>: Sendable {
    let size: Int
    /// Every how many programs one is run.
    let every: Int
    let search: Explorer.Search
    /// The only program to run.
    private var number: Int?

    /// - Parameter name: of one program, such as `3.120`, its size and number; of many, such as
    ///   `3/100`, their size, and every how many one is run.
    init?(named name: String) {
      let parts = name.split(whereSeparator: { "./".contains($0) }).compactMap { Int($0) }
      guard parts.count == 2, parts[1] > 0 || name.contains(".") else { return nil }
      if name.contains(".") {
        self.init(size: parts[0], .preemptions(2))
        number = parts[1]
      } else {
        self.init(size: parts[0], every: parts[1])
      }
    }

    init(size: Int, every: Int = 1, _ search: Explorer.Search = .preemptions(1)) {
      (self.size, self.every, self.search) = (size, every, search)
    }

    /// A program that breaks a rule.
    struct Fault: Sendable, CustomStringConvertible {
      let name: String
      let program: Program
      let problem: String

      var rule: String {
        problem.split(separator: "'").first.map(String.init) ?? problem
      }

      var description: String {
        """
        program \(name), \(program), \(problem)
        \(program.swift(breaking: rule))
        """
      }
    }

    struct Result: Sendable {
      var all = 0
      var programs = 0
      var schedules = 0
      var duration = Duration.zero
      /// The first program that breaks each rule, shrunk.
      var faults: [String: Fault] = [:]
      /// How many programs break each rule.
      var counts: [String: Int] = [:]
    }

    /// Runs the programs on threads that share them.
    func run(threads: Int) async -> Result {
      let start = ContinuousClock.now
      let all = await onOwnThread { [size] in Program.programs(ofSize: size) }
      var result = await withTaskGroup(of: Result.self) { group in
        for thread in 0..<threads {
          group.addTask {
            await onOwnThread {
              var result = Result()
              let numbers = stride(from: thread * every, to: all.count, by: threads * every)
              for number in numbers where self.number == nil || self.number == number {
                add(all[number], named: "\(size).\(number)", to: &result)
              }
              return result
            }
          }
        }
        return await group.reduce(into: Result()) { $0.add($1) }
      }
      result.all = all.count
      result.duration = .now - start
      return result
    }

    func add(_ program: Program, named name: String, to result: inout Result) {
      let exploration = explore(program)
      result.programs += 1
      result.schedules += exploration.runs
      guard let problem = exploration.problems.first else { return }
      let rule = Fault(name: name, program: program, problem: problem).rule
      result.counts[rule, default: 0] += 1
      guard result.faults[rule] == nil else { return }
      let smallest = program.shrunk { !explore($0).problems.isEmpty }
      let smallestProblem = explore(smallest).problems.first ?? problem
      result.faults[rule] = Fault(name: name, program: smallest, problem: smallestProblem)
    }

    private func explore(_ program: Program) -> Exploration {
      Explorer.explore(program.race, search, stopsAtFirst: true)
    }
  }

  extension ProgramSearch.Result {
    fileprivate mutating func add(_ other: Self) {
      programs += other.programs
      schedules += other.schedules
      faults.merge(other.faults) { one, other in one.name < other.name ? one : other }
      counts.merge(other.counts, uniquingKeysWith: +)
    }
  }
#endif
