// The last mark: it is read while the next one replaces it.
//
// A mark is freed as soon as nothing holds it. A thread that reads a freed mark records a fact.

#if DEBUG
  @testable import AsyncPromises

  extension Race {
    static let looks: [Race] = [
      Race(
        "T1: a mark is read while the next one replaces it",
        ["gone gone saw it"]
      ) { scenario in
        let last = LastMark(scenario)
        scenario.thread { last.look() }
        scenario.thread { last.replace() }
      },

      Race(
        "T1: two threads read a mark, one perhaps in vain, while the next one replaces it",
        ["gone gone saw it", "gone gone saw it saw it"]
      ) { scenario in
        let last = LastMark(scenario)
        scenario.thread { last.look() }
        scenario.thread { last.look() }
        scenario.thread { last.replace() }
      },

      Race(
        "T1: a mark is read while two others replace it",
        ["gone gone gone saw it"]
      ) { scenario in
        let last = LastMark(scenario)
        scenario.thread { last.look() }
        scenario.thread { last.replace() }
        scenario.thread { last.replace() }
      },
    ]
  }

  /// A mark that records its end.
  private final class Mark: @unchecked Sendable {
    private(set) var isOver = false
    private let scenario: Scenario

    init(_ scenario: Scenario) { self.scenario = scenario }

    deinit {
      isOver = true
      scenario.note("gone")
    }
  }

  /// A word that holds the last mark, like that of `Scope.mark()`.
  private final class LastMark: @unchecked Sendable {
    private let word: StateWord
    private let marking = HazardPointer()
    private let scenario: Scenario

    init(_ scenario: Scenario) {
      self.scenario = scenario
      word = StateWord(Self.retained(Mark(scenario)))
    }

    func look() {
      guard case .object(let mark) = marking.retain({ Self.mark(word.load()) }) else { return }
      scenario.note(mark.isOver ? "saw a freed mark" : "saw it")
      withExtendedLifetime(mark) {}
    }

    func replace() {
      let old = word.exchange(Self.retained(Mark(scenario)))
      Self.mark(old).map { marking.release($0) }
    }

    deinit { Self.mark(word.loadExclusively())?.release() }

    private static func retained(_ mark: Mark) -> UInt64 {
      Unmanaged.passRetained(mark).word
    }

    private static func mark(_ bits: UInt64) -> Unmanaged<Mark>? {
      Unmanaged(word: bits)
    }
  }
#endif
