// Every race, under schedules with few preemptions, or under all schedules.

import TestSupport

#if DEBUG
  import Foundation
  import Testing
  @testable import AsyncPromises

  @Suite("Exploration", .timeLimit(.minutes(30)))
  struct ExplorationTests {
    /// The schedules that a run explores. `EXPLORE=whole`: all, or those within a race's bound.
    /// `EXPLORE=all`: all, without a bound. `EXPLORE=2`: those with up to two preemptions; with a
    /// number, nothing is reduced, and the outcomes must be the same as without one.
    fileprivate static let wanted = ProcessInfo.processInfo.environment["EXPLORE"]
    /// Set `RACE` to explore only races whose names contain its value.
    private static let races = Race.all.filter { race in
      ProcessInfo.processInfo.environment["RACE"].map(race.name.contains) ?? true
    }

    @Test("every explored schedule leads to a declared outcome", arguments: races)
    func explore(_ race: Race) async throws {
      let search: Explorer.Search =
        switch Self.wanted {
        case "all": .everything
        case "whole": race.wholeSearch
        case let limit?: .preemptions(try #require(Int(limit), "EXPLORE=\(limit)"))
        case nil: race.briefSearch
        }
      let exploration = await race.explored(search)
      for problem in exploration.problems { Issue.record("\(race.name): \(problem)") }
      ExplorationTable.shared.add(race, search, exploration)
    }
  }

  @Suite("Random exploration", .timeLimit(.minutes(30)))
  struct RandomExplorationTests {
    private static let runs = isStressRun ? 5_000 : 200

    @Test("no random schedule of many threads breaks an invariant", arguments: Race.crowds)
    func explore(_ race: Race) async {
      let search = Explorer.Search.random(Self.runs, seed: runSeed)
      let exploration = await race.explored(search)
      for problem in exploration.problems {
        Issue.record("\(again()) RandomExploration: \(race.name): \(problem)")
      }
      ExplorationTable.shared.add(race, search, exploration)
    }
  }

  extension Race: CustomTestStringConvertible {
    var testDescription: String { name }

    /// Limits concurrent searches: in a run of all tests, the others need processors as well.
    private static let turns = DispatchSemaphore(
      value: max(
        1,
        ProcessInfo.processInfo.activeProcessorCount / (ExplorationTests.wanted == nil ? 2 : 1)))

    /// Explores on a separate thread, because a search blocks, and tasks have only a few threads.
    func explored(
      _ search: Explorer.Search = .everything, stopsAtFirst: Bool = false,
      patience: Duration = .seconds(30)
    ) async -> Exploration {
      await withCheckedContinuation { continuation in
        Thread {
          Self.turns.wait()
          let exploration = Explorer.explore(
            self, search, stopsAtFirst: stopsAtFirst, patience: patience)
          Self.turns.signal()
          continuation.resume(returning: exploration)
        }.start()
      }
    }
  }

  /// Appends a line for each exploration to the file that `EXPLORATION_TABLE` names.
  final class ExplorationTable: @unchecked Sendable {
    static let shared = ExplorationTable()

    private let path = ProcessInfo.processInfo.environment["EXPLORATION_TABLE"]
    private let lock = NSLock()

    func add(_ race: Race, _ search: Explorer.Search, _ exploration: Exploration) {
      add([
        race.name, "\(exploration.threads)", search.words, "\(exploration.schedules)",
        "\(exploration.pruned)", exploration.duration.inMilliseconds,
      ])
    }

    /// Adds the number of programs of a size, and of those that were run.
    func add<Program>(_ search: ProgramSearch<Program>, _ result: ProgramSearch<Program>.Result) {
      add([
        "\(Program.self), \(search.size) actions", "\(result.programs) of \(result.all)",
        search.search.words, "\(result.schedules)", "", result.duration.inMilliseconds,
      ])
    }

    private func add(_ columns: [String]) {
      guard let path else { return }
      let row = columns.joined(separator: "\t")
      lock.withLock {
        guard let file = fopen(path, "a") else { return }
        fputs("\(row)\n", file)
        fclose(file)
      }
    }
  }

  extension Explorer.Search {
    var words: String {
      switch self {
      case .everything: "all"
      case .unreduced: "unreduced"
      case .preemptions(let limit): "≤ \(limit) preemptions"
      case .random: "random"
      }
    }
  }

  extension Duration {
    fileprivate var inMilliseconds: String { "\(Int((self / .milliseconds(1)).rounded())) ms" }
  }
#endif
