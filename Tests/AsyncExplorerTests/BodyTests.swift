// The context of an exploration's body, and the tasks it leaves behind.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncExplorer
  import TestSupport
  import Testing

  @Suite("Bodies", .timeLimit(.minutes(5)))
  struct BodyTests {
    @Test("X1: a body on the main actor, even one that isn't sendable")
    @MainActor func bodyOfMainActor() async throws {
      var runs = 0
      try await explore(schedules: 20) {
        runs += 1
        assumeMainActor()
        await Task.yield()
        MainActor.preconditionIsolated()
      }
      #expect(runs == 20)
    }

    private actor Explorers {
      var runs = 0

      func exploreHere() async throws {
        try await explore(schedules: 20) {
          self.runs += 1
          await Task.yield()
          self.preconditionIsolated()
        }
      }
    }

    @Test("X1: a body on an actor")
    func bodyOfActor() async throws {
      let explorers = Explorers()
      try await explorers.exploreHere()
      #expect(await explorers.runs == 20)
    }

    @Test("X1: task-locals of the caller")
    func taskLocals() async throws {
      try await Local.$value.withValue(5) {
        try await explore(schedules: 100) {
          #expect(Local.value == 5)
          await Task { #expect(Local.value == 5) }.value
        }
      }
    }

    @Test("X1: an exploration within an exploration")
    func nested() async throws {
      try await explore(schedules: 2, longestWait: .seconds(60)) {
        try await explore(schedules: 2) { await Task.yield() }
      }
    }

    @Test("X1: tasks that a body leaves behind don't affect the next run")
    func leftTasks() async throws {
      let ends = Locked(0)
      try await explore(schedules: 50) {
        Task {
          while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)) }
          ends.withLock { $0 += 1 }
        }
        Task { while true { await Task.yield(); if Task.isCancelled { break } } }
        await Task.yield()
      }
      #expect(ends.withLock { $0 } == 50)
    }
  }

  private enum Local {
    @TaskLocal static var value = 0
  }

  @MainActor private func assumeMainActor() { MainActor.assumeIsolated {} }
#endif
