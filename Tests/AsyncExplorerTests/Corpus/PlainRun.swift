// Runs a program of the corpus like an ordinary test.

#if ORDERS_JOBS && compiler(>=6.3)
  enum PlainRun {
    case right
    case wrong
    case hung

    /// Runs a program in a task, in any order. If it takes longer than a second, it counts as hung.
    private static func run(_ body: @escaping @Sendable () async throws -> Void) async -> PlainRun {
      let (outcomes, outcome) = AsyncStream.makeStream(of: PlainRun.self)
      let program = Task {
        do {
          try await body()
          outcome.yield(.right)
        } catch {
          outcome.yield(.wrong)
        }
      }
      let timer = Task {
        try await Task.sleep(for: .seconds(1))
        outcome.yield(.hung)
      }
      defer {
        program.cancel()
        timer.cancel()
      }
      for await first in outcomes { return first }
      return .hung
    }

    /// Counts how many runs of the buggy program fail.
    ///
    /// - Parameter hangs: whether failing runs hang. If so, the first of them is the last run,
    ///   because each takes a second and leaves tasks behind.
    static func failures(of pair: Pair, runs: Int, hangs: Bool) async -> CorpusTable.PlainRuns {
      var failures = 0
      for number in 1...runs {
        if case .right = await run(pair.buggy) { continue }
        failures += 1
        if hangs { return CorpusTable.PlainRuns(failures: failures, runs: number) }
      }
      return CorpusTable.PlainRuns(failures: failures, runs: runs)
    }
  }
#endif
