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

    private static let searches: [ProgramSearch] =
      switch wanted {
      case nil: [.init(size: 2, every: 4), .init(size: 3, every: 700)]
      case "more":
        [.init(size: 2), .init(size: 3, every: 40), .init(size: 4, every: 100)]
      case "all":
        [
          .init(size: 2, .everything), .init(size: 2, .preemptions(2)), .init(size: 3),
          .init(size: 4), .init(size: 5, every: 20), .init(size: 6, every: 400),
        ]
      case let name?: ProgramSearch(named: name).map { [$0] } ?? []
      }

    @Test("A1 A2 B3 E1 E2 E3 H1: no program breaks a rule", arguments: searches)
    func explore(_ search: ProgramSearch) async {
      // In a run of all tests, the others need processors as well.
      let threads = Self.wanted == nil ? 1 : ProcessInfo.processInfo.activeProcessorCount
      let result = await search.run(threads: threads)
      for (rule, fault) in result.faults {
        let words = "\(rule), in \(result.counts[rule, default: 0]) programs: \(fault)"
        if rule == Stage.falseReport {
          withKnownIssue(
            "A read or a binding is not counted while a consumer is about to be counted out."
          ) {
            Issue.record("\(words)")
          }
        } else {
          Issue.record("\(words)")
        }
      }
      #expect(result.programs > 0, "PROGRAMS=\(Self.wanted ?? "")")
      ExplorationTable.shared.add(search, result)
    }
  }

  extension ProgramSearch: CustomTestStringConvertible {
    var testDescription: String { "size \(size), every \(every), \(search.words)" }
  }
#endif
