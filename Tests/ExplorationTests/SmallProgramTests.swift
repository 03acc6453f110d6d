// Small programs, run through their schedules against rules that need nobody to think of outcomes.

#if DEBUG
  import Foundation
  import Testing
  @testable import AsyncPromises

  @Suite("Small programs", .timeLimit(.minutes(120)))
  struct SmallProgramTests {
    /// The programs that are run. `PROGRAMS=more`: those of `.ci/prove`. `PROGRAMS=all`: those of
    /// `.ci/deep`. `PROGRAMS=3.120`: one, by its name. `PROGRAMS=3/100`: a part of one size.
    private static let wanted = ProcessInfo.processInfo.environment["PROGRAMS"]

    private static let searches: [ProgramSearch<SmallProgram>] =
      switch wanted {
      case nil: [.init(size: 2, every: 4), .init(size: 3, every: 700)]
      case "more":
        [.init(size: 2), .init(size: 3, every: 40), .init(size: 4, every: 100)]
      case "all":
        [
          .init(size: 2, every: 5, .everything), .init(size: 2, .preemptions(2)), .init(size: 3),
          .init(size: 4), .init(size: 5, every: 40), .init(size: 6, every: 2_000),
        ]
      case let name?: ProgramSearch(named: name).map { [$0] } ?? []
      }

    @Test("A1 A2 B3 E1 E2 E3 H1: no program breaks a rule", arguments: searches)
    func explore(_ search: ProgramSearch<SmallProgram>) async {
      let result = await run(search)
      #expect(result.programs > 0, "PROGRAMS=\(Self.wanted ?? "")")
    }

    private static let flightSearches: [ProgramSearch<FlightProgram>] =
      switch wanted {
      case nil: [.init(size: 2), .init(size: 3, every: 4)]
      case "more": [.init(size: 2, .preemptions(2)), .init(size: 3)]
      case "all": [.init(size: 3, .preemptions(2)), .init(size: 4), .init(size: 5, every: 4)]
      case _?: []
      }

    @Test("E2 F4: no program of a flight's callers breaks a rule", arguments: flightSearches)
    func exploreFlights(_ search: ProgramSearch<FlightProgram>) async {
      _ = await run(search)
    }

    private static let placeSearches: [ProgramSearch<PlaceProgram>] =
      switch wanted {
      case nil: [.init(size: 2, every: 5)]
      case "more": [.init(size: 2), .init(size: 3, every: 100, .preemptions(0))]
      case "all": [.init(size: 2, .preemptions(2)), .init(size: 3, every: 5)]
      case _?: []
      }

    @Test("N1 N2: no program of a limiter's visitors breaks a rule", arguments: placeSearches)
    func explorePlaces(_ search: ProgramSearch<PlaceProgram>) async {
      _ = await run(search)
    }

    private func run<Program>(
      _ search: ProgramSearch<Program>
    ) async -> ProgramSearch<Program>.Result {
      let result = await search.run(threads: Self.threads)
      result.record()
      ExplorationTable.shared.add(search, result)
      return result
    }

    /// In a run of all tests, the others need processors as well.
    private static let threads = wanted == nil ? 1 : ProcessInfo.processInfo.activeProcessorCount
  }

  extension ProgramSearch.Result {
    fileprivate func record() {
      for (rule, fault) in faults {
        Issue.record("\(rule), in \(counts[rule, default: 0]) programs: \(fault)")
      }
    }
  }

  extension ProgramSearch: CustomTestStringConvertible {
    var testDescription: String { "size \(size), every \(every), \(search.words)" }
  }
#endif
