// Cancellation at every suspension point.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
  import TestSupport
  import Testing

  @testable import AsyncExplorer

  @Suite("exploreCancellation", .timeLimit(.minutes(5)))
  struct CancellationTests {
    private struct Wrong: Error {}

    /// Passes a single permit from task to task.
    private actor Permit {
      private var isTaken = false
      private var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
      private var lastID = 0
      private let forgetsCancelled: Bool

      init(forgetsCancelled: Bool) { self.forgetsCancelled = forgetsCancelled }

      func take() async throws {
        guard isTaken else {
          isTaken = true
          return
        }
        lastID += 1
        let id = lastID
        try await withTaskCancellationHandler {
          try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            if Task.isCancelled, !forgetsCancelled {
              continuation.resume(throwing: CancellationError())
            } else {
              waiting.append((id, continuation))
            }
          }
        } onCancel: {
          Task { await self.giveUp(id) }
        }
      }

      private func giveUp(_ id: Int) {
        guard !forgetsCancelled, let index = waiting.firstIndex(where: { $0.id == id }) else {
          return
        }
        waiting.remove(at: index).continuation.resume(throwing: CancellationError())
      }

      func free() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().continuation.resume() }
      }
    }

    private func use(_ permit: Permit) async throws {
      try await permit.take()
      let holder = Task {
        await Task.yield()
        if !Task.isCancelled { await permit.free() }
      }
      try await permit.take()
      await permit.free()
      await holder.value
    }

    @Test("X8: a body that handles cancellation passes at each suspension point")
    func heeds() async throws {
      let summary = try await exploreCancellation(orders: 10) {
        try await use(Permit(forgetsCancelled: false))
      }
      #expect(summary.schedules > 20)
    }

    @Test("X8: a cancelled task that is never resumed is found")
    func hangs() async throws {
      let failure = await finding {
        try await exploreCancellation {
          let permit = Permit(forgetsCancelled: true)
          try await permit.take()
          try await permit.take()
        }
      }
      // It hangs even without a cancellation.
      #expect(failure?.kind == .hung)
      #expect(failure?.description.contains("even when it is not cancelled") == true)
    }

    @Test("X8: a continuation that a cancelled body leaves behind is found")
    func forgottenContinuation() async throws {
      let failure = await finding {
        try await exploreCancellation {
          let isFree = Locked<UnsafeContinuation<Void, Never>?>(nil)
          let listener = Task {
            await withUnsafeContinuation { continuation in isFree.withLock { $0 = continuation } }
          }
          while isFree.withLock({ $0 == nil }) { await Task.yield() }
          try Task.checkCancellation()
          isFree.withLock { $0?.resume() }
          await listener.value
        }
      }
      #expect(failure?.kind == .leftBehind)
      let report = try #require(failure?.description)
      #expect(report.contains("It left behind a task that nothing will resume."))
      #expect(report.contains("the body fails when cancelled at suspension"))
      #expect(report.contains("– the body is cancelled –"))
    }

    @Test("X4 X8: a replay repeats a cancelled run")
    func replay() async throws {
      let body = { @Sendable in
        let permit = Permit(forgetsCancelled: true)
        try await permit.take()
        let holder = Task {
          await Task.yield()
          if !Task.isCancelled { await permit.free() }
        }
        for _ in 0..<3 { await Task.yield() }
        if Task.isCancelled { holder.cancel() }
        try await permit.take()
      }
      let failure = await finding { try await exploreCancellation { try await body() } }
      let replay = try #require(failure?.replay)
      #expect(try #require(Schedule(text: replay)).cancelledAt > 0)
      #expect(failure?.description.contains("Replay: exploreCancellation(replay: ") == true)
      for _ in 0..<5 {
        let again = await finding {
          try await exploreCancellation(replay: replay) { try await body() }
        }
        #expect(again?.kind == failure?.kind)
      }
      await #expect(processExitsWith: .failure) { try await explore(replay: "f2c1") {} }
      await #expect(processExitsWith: .failure) { try await exploreCancellation(replay: "f2") {} }
    }

    @Test("X8: a promise that a cancelled body leaves pending is found", .needsTracking)
    func pendingPromise() async throws {
      let kept = Locked<Resolver<Int>?>(nil)
      let failure = await finding {
        try await exploreCancellation {
          let (promise, resolver) = Promise<Int>.pending()
          kept.withLock { $0 = resolver }
          await Task.yield()
          if Task.isCancelled { return }
          resolver.fulfill(1)
          let value = try await promise.value
          #expect(value == 1)
        }
      }
      #expect(failure?.kind == .leftBehind)
      let report = try #require(failure?.description)
      #expect(report.contains("It left a promise pending."))
      #expect(report.contains("CancellationTests.swift:"))
    }

    @Test("X8: a cancelled body may throw any error, but issues are failures")
    func errors() async throws {
      try await exploreCancellation {
        await Task.yield()
        if Task.isCancelled { throw Wrong() }
      }
      let failure = await finding {
        try await exploreCancellation {
          await Task.yield()
          #expect(!Task.isCancelled)
        }
      }
      #expect(failure?.kind == .recordedIssue)
    }

    @Test("X8: leftovers that exist even without a cancellation are ignored")
    func usualLeftovers() async throws {
      let kept = Locked<[UnsafeContinuation<Void, Never>]>([])
      try await exploreCancellation(orders: 2) {
        Task {
          await withUnsafeContinuation { continuation in kept.withLock { $0.append(continuation) } }
        }
        await Task.yield()
      }
      for continuation in kept.withLock({ $0 }) { continuation.resume() }
    }

    @Test("X8: a body without a suspension point passes")
    func noSuspension() async throws {
      let summary = try await exploreCancellation {}
      #expect(summary.schedules >= 1)
    }

    @Test("X8 C2: the library's bridges end when cancelled, and leave nothing behind")
    func bridges() async throws {
      try await exploreCancellation {
        let number = Promise {
          try await Task.sleep(for: .seconds(5)); return 1
        }
        let both = Promise.all([number, number.map { $0 + 1 }])
        _ = try await both.get()
        _ = try await Promise.race([Promise.delay(for: .seconds(1)).map { 1 }, number]).get()
      }
    }
  }
#endif
