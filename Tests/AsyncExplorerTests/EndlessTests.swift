// Bodies that keep running and never end.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncExplorer
  import AsyncPromisesSwiftTesting
  import TestSupport
  import Testing

  @Suite("explore: endless bodies", .enabled(if: isStressRun), .timeLimit(.minutes(5)))
  struct EndlessTests {
    @Test("X4 X5: a body that yields forever is reported and is no longer run")
    func yields() async throws {
      let rounds = Locked(0)
      let failure = await finding {
        try await explore(schedules: 1) {
          while true {
            rounds.withLock { $0 += 1 }
            await Task.yield()
          }
        }
      }
      #expect(failure?.kind == .endless)
      let seen = rounds.withLock { $0 }
      try await Task.sleep(for: .milliseconds(50))
      #expect(rounds.withLock { $0 } == seen)
    }

    @Test("X4: a body that creates tasks forever is reported in at most thirty lines")
    func makesTasks() async throws {
      let failure = await finding {
        try await explore(schedules: 1) {
          while true { await Task { await Task.yield() }.value }
        }
      }
      #expect(failure?.kind == .endless)
      #expect((failure?.description.split(separator: "\n").count ?? 0) <= 30)
    }

    @Test("X3: a body isn't starved by other tasks that run forever")
    func isNotStarved() async throws {
      try await explore(schedules: 30) {
        Task.detached {
          while !Task.isCancelled {
            await withTaskGroup(of: Void.self) { $0.addTask { await Task.yield() } }
          }
        }
        for _ in 0..<50 { await Task.yield() }
      }
    }
  }
#endif
