// The explorer finds known bugs in small programs, and none in their fixed versions.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncExplorer
  import Foundation
  import TestSupport
  import Testing

  @Suite("Corpus", .serialized, .timeLimit(.minutes(30)))
  struct CorpusTests {
    /// Short, because no program in the corpus uses threads or queues that must be waited for.
    private static let longestWait = Duration.milliseconds(2)

    private static let replays = isStressRun ? 100 : 3

    @Test("There are fifty pairs")
    func number() {
      #expect(Corpus.pairs.count == 50)
      #expect(Set(Corpus.names).count == 50)
    }

    @Test("X4: a bug is found, and its order fails every time", arguments: Corpus.names)
    func found(_ name: String) async throws {
      let pair = try #require(Corpus.pair(name))
      let failure = try #require(
        await finding {
          try await explore(schedules: 1_000, longestWait: Self.longestWait, pair.buggy)
        })
      #expect(failure.kind == .hung || failure.error is Wrong, "\(failure)")
      #expect(failure.replay != nil, "\(failure)")
      #expect(try await Self.replayed(failure, pair) == Self.replays)
    }

    @Test("X1 X9: a fixed program passes in every order", arguments: Corpus.names)
    func passes(_ name: String) async throws {
      let pair = try #require(Corpus.pair(name))
      try await explore(
        schedules: isStressRun ? 5_000 : 300, longestWait: Self.longestWait, pair.mended)
    }

    @Test("Counts the orders that it takes to find each bug", .enabled(if: isStressRun))
    func table() async throws {
      var table = CorpusTable()
      for pair in Corpus.pairs {
        var row = CorpusTable.Row(name: pair.name)
        let mixed = try await Self.failure(1_000, .mixed(), pair.buggy)
        row.mixed = mixed?.schedules
        row.random = try await Self.failure(1_000, .random(), pair.buggy)?.schedules
        row.pct = try await Self.failure(1_000, .pct(depth: 3), pair.buggy)?.schedules
        row.isFoundAtOnce = try await Self.failure(1, .mixed(), pair.buggy) != nil
        row.isFalseAlarm = try await Self.failure(5_000, .mixed(), pair.mended) != nil
        if let mixed { row.replays = try await Self.replayed(mixed, pair) }
        row.plainRuns = await PlainRun.failures(of: pair, runs: 1_000, hangs: mixed?.kind == .hung)
        table.rows.append(row)
      }
      print(table)
    }

    /// The failure that an exploration finds, if any.
    private static func failure(
      _ schedules: Int, _ strategy: ExplorationStrategy,
      _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> ExplorationFailure? {
      do {
        try await explore(schedules: schedules, strategy, longestWait: longestWait, body)
        return nil
      } catch let failure as ExplorationFailure {
        return failure
      }
    }

    /// The number of replays that fail in the same way.
    private static func replayed(_ failure: ExplorationFailure, _ pair: Pair) async throws -> Int {
      guard let replay = failure.replay else { return 0 }
      var count = 0
      for _ in 0..<replays {
        do {
          try await explore(replay: replay, longestWait: longestWait, pair.buggy)
        } catch let again as ExplorationFailure {
          if again.kind == failure.kind, again.reason == failure.reason { count += 1 }
        }
      }
      return count
    }
  }
#endif
