// Work that escapes an exploration, and work that runs at the same time.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncExplorer
  import Dispatch
  import Foundation
  import TestSupport
  import Testing

  @testable import AsyncPromises

  @Suite("Escapes", .timeLimit(.minutes(5)))
  struct EscapeTests {
    private struct Wrong: Error {}

    /// A value from a queue, which answers only when the caller is waiting.
    private func answer() async -> Int {
      let mayAnswer = DispatchSemaphore(value: 0)
      // Runs when the caller has given up the only thread.
      Task { mayAnswer.signal() }
      return await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          mayAnswer.wait()
          continuation.resume(returning: 42)
        }
      }
    }

    @Test("X6: a run waits for an answer from a queue or a thread; the report names its caller")
    func queue() async throws {
      let summary = try await explore(schedules: 20, longestWait: .seconds(60)) {
        #expect(await answer() == 42)
        #expect(await answer() == 42)
      }
      #expect(!summary.escapes.isEmpty)
      #if DEBUG
        #expect(summary.escapes.contains { $0.contains("EscapeTests.answer()") })
      #endif
    }

    /// In a process of its own, whose other handlers would have to wait.
    @Test("X7 X9: a run's main actor takes no part in what the real one has left over")
    func pausedMainActor() async {
      await #expect(processExitsWith: .success) { @Sendable in
        await MainActor.run { PausedJob.pause(DueHandlers(), on: MainActor.shared) }
        let summary = try await explore(schedules: 20) {
          let answer = try await Promise.fulfilled(41).map { @MainActor in $0 + 1 }.get()
          #expect(answer == 42)
        }
        #expect(summary.escapes == [])
        await MainActor.run { Job.run(nil, on: MainActor.shared) }
      }
    }

    @Test("X6: once work has escaped, time stands still until it is back")
    func timeoutWaits() async throws {
      let summary = try await explore(schedules: 20, longestWait: .seconds(60)) {
        #expect(await answer() == 42)
        let timeout = Task { try await Task.sleep(for: .seconds(60)) }
        #expect(await answer() == 42)
        timeout.cancel()
        await #expect(throws: CancellationError.self) { try await timeout.value }
      }
      #expect(!summary.escapes.isEmpty)
    }

    @Test("X6: a run with escaped work can't be replayed, and the report says so")
    func noReplay() async throws {
      let failure = await finding {
        try await explore(schedules: 5, longestWait: .seconds(60)) {
          _ = await answer()
          throw Wrong()
        }
      }
      #expect(failure?.error is Wrong)
      #expect(failure?.replay == nil)
      #expect(failure?.description.contains("can't be replayed") == true)
      #expect(failure?.description.contains("comes back in ") == true)
    }

    @Test("X6: the wait has a limit, and answers after that do no harm")
    func bound() async throws {
      let (mayAnswer, hasAnswered) = (DispatchSemaphore(value: 0), Promise<Void>.pending())
      let failure = await finding {
        try await explore(schedules: 5, longestWait: .milliseconds(20)) {
          await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            Thread.detachNewThread {
              mayAnswer.wait()
              continuation.resume()
              hasAnswered.resolver.fulfill()
            }
          }
        }
      }
      #expect(failure?.kind == .hung)
      // Three runs wait: the original run, its replay, and the run for the report.
      for _ in 0..<3 { mayAnswer.signal() }
      try await hasAnswered.promise.value
    }

    @Test("X7: other tasks keep their time and order, and can use the main actor")
    func neighbours() async throws {
      let isOver = Locked(false)
      let exploration = Task {
        while !isOver.withLock({ $0 }) {
          try await explore(schedules: 200) { @MainActor in
            let task = Task { try await Task.sleep(for: .seconds(60)) }
            await Task.yield()
            try await task.value
          }
        }
      }
      let (numbers, number) = AsyncStream<Int>.makeStream()
      for next in 0..<1_000 { Task { @MainActor in number.yield(next) } }
      var seen: [Int] = []
      for await next in numbers {
        seen.append(next)
        if seen.count == 1_000 { break }
      }
      #expect(seen == Array(0..<1_000))
      let start = ContinuousClock.now
      try await Task.sleep(for: .milliseconds(50))
      #expect(ContinuousClock.now - start >= .milliseconds(50))
      isOver.withLock { $0 = true }
      try await exploration.value
    }

    @Test("X7: concurrent explorations have their own orders and times", arguments: 0..<8)
    func explorations(_ number: Int) async throws {
      let seen = Locked<[[Int]]>([])
      let summary = try await explore(schedules: 50, .random(seed: 3)) {
        let order = Locked<[Int]>([])
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<4 {
            group.addTask {
              try? await Task.sleep(for: .seconds(number % 2))
              order.withLock { $0.append(number) }
            }
          }
        }
        let numbers = order.withLock { $0 }
        seen.withLock { $0.append(numbers) }
      }
      #expect(summary.escapes.isEmpty)
      let all = seen.withLock { $0 }
      let first = Self.first.withLock { first in
        first = first ?? all
        return first
      }
      #expect(all == first)
    }

    private static let first = Locked<[[Int]]?>(nil)
  }
#endif
