// Bodies that end the process.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncExplorer
  import Foundation
  import TestSupport
  import Testing

  @Suite("Traps", .timeLimit(.minutes(10)))
  struct TrapTests {
    private static func replay(in error: [UInt8]) -> String? {
      String(decoding: error, as: UTF8.self)
        .firstMatch(of: /TrapTests.swift:\d+: the process ends in schedule .*\n.*replay: "(.*)"/)
        .map { String($0.1) }
    }

    /// Traps when the third of three tasks overtakes the first.
    @Sendable private static func body() async {
      let first = Locked(false)
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<3 {
          group.addTask {
            await Task.yield()
            if number == 0 { first.withLock { $0 = true } }
            if number == 2 { precondition(first.withLock { $0 }, "too early") }
          }
        }
      }
    }

    @Test("X4: a trap prints the order, and replaying it traps again")
    func order() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { _ = try await explore { await Self.body() } }
      let error = try #require(result).standardErrorContent
      let replay = try #require(Self.replay(in: error))
      let again = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [replay = replay as String] in
        try await explore(replay: replay) { await Self.body() }
      }
      #expect(try Self.replay(in: #require(again).standardErrorContent) == replay)
    }

    @Test("X4: the order is printed, however a job ends the process")
    func ways() async throws {
      let traps = [
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          try await explore { fatalError("unreachable") }
        },
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          try await explore {
            await withCheckedContinuation { continuation in
              continuation.resume()
              continuation.resume()
            }
          }
        },
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          try await explore { abort() }
        },
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          try await explore { @MainActor in
            let numbers = [1]
            _ = numbers[numbers.count]
          }
        },
      ]
      for result in traps {
        #expect(try Self.replay(in: #require(result).standardErrorContent) == "f2")
      }
    }

    @Sendable private static func overflow(_ depth: Int) async {
      func call(_ depth: Int) -> Int { depth < 0 ? 0 : call(depth + 1) + 1 }
      #expect(call(depth) > 0)
    }

    @Test("X4: the order is printed if the stack overflows")
    func overflow() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { try await explore { await Self.overflow(0) } }
      #expect(try Self.replay(in: #require(result).standardErrorContent) == "f2")
    }

    @Test("X4: a trap of a cancelled body prints where it was cancelled")
    func cancelled() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        try await exploreCancellation {
          await Task.yield()
          await Task.yield()
          precondition(!Task.isCancelled)
        }
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("exploreCancellation(replay: \"f2c1\")"))
    }
  }
#endif
