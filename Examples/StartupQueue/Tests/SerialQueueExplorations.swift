// Explores the serial queue, and work in series and in parallel.

import AsyncExplorer
import AsyncPromises
import AsyncPromisesSwiftTesting
import TestSupport
import Testing

@testable import StartupQueue

@Suite("Serial queue, explored", .timeLimit(.minutes(5)))
struct SerialQueueExplorations {
  private static var schedules: Int { isStressRun ? 5_000 : 200 }

  @Test("Tasks from several callers run one at a time, in the order in which they are added")
  func oneByOne() async throws {
    try await explore(schedules: Self.schedules) {
      let queue = SerialQueue()
      let journal = Journal<String>()
      @Sendable func add(_ name: String) async throws {
        for number in 1...2 {
          await Task.yield()
          queue.add {
            Promise {
              journal.write("\(name)\(number) begins")
              await Task.yield()
              journal.write("\(name)\(number) ends")
            }
          }
        }
      }
      async let first: Void = add("a")
      async let second: Void = add("b")
      _ = try await (first, second)
      try await queue.waitUntilEmpty()
      let entries = journal.entries
      #expect(entries.count == 8)
      for index in stride(from: 0, to: entries.count, by: 2) {
        let name = entries[index].prefix(2)
        #expect(entries[index...].prefix(2) == ["\(name) begins", "\(name) ends"])
      }
      for name in ["a", "b"] {
        let order = entries.filter { $0.hasPrefix(name) && $0.hasSuffix("begins") }
        #expect(order == ["\(name)1 begins", "\(name)2 begins"])
      }
    }
  }

  @Test("A cancelled turn ends, and the next one still runs")
  func cancelledTurn() async throws {
    try await explore(schedules: Self.schedules) {
      let queue = SerialQueue()
      let isOver = Locked(false)
      func add(_ body: @escaping @Sendable () async -> Void) -> Promise<Int> {
        queue.add {
          Promise {
            await body()
            return 1
          }
        }
      }
      let first = add {
        await Task.yield()
        isOver.withLock { $0 = true }
      }
      let second = add { await Task.yield() }
      // The next turn doesn't wait for the cleanup of a withdrawn task.
      let third = add { #expect(isOver.withLock { $0 }) }
      async let cancelled: Bool = second.cancel()
      let isCancelled = await cancelled
      let values = try await [first.value, third.value]
      #expect(values == [1, 1])
      let outcome = await second.result
      if case .success = outcome { #expect(!isCancelled) } else { #expect(isCancelled) }
      try await queue.waitUntilEmpty()
    }
  }

  @Test("Stopping the queue lets the running task end, and cancels the others")
  func stop() async throws {
    try await explore(schedules: Self.schedules) {
      let queue = SerialQueue()
      let begun = Journal<Int>()
      let turns = (1...3).map { number in
        queue.add {
          begun.write(number)
          return Promise { await Task.yield() }
        }
      }
      async let stopped: Void = queue.stop()
      var ended: [Int] = []
      for (index, turn) in turns.enumerated() {
        if case .success = await turn.result { ended.append(index + 1) }
      }
      await stopped
      #expect(begun.entries == ended)
      #expect(Array(1...3).starts(with: ended))
      try await queue.waitUntilEmpty()
    }
  }

  @Test("In series, in parallel and limited: results are in the order of the items")
  func seriesAndParallel() async throws {
    try await explore(schedules: Self.schedules) {
      let running = Locked((now: 0, most: 0))
      @Sendable func work(_ item: Int) -> Promise<Int> {
        Promise {
          running.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
          }
          defer { running.withLock { $0.now -= 1 } }
          await Task.yield()
          return item * 10
        }
      }
      func most() -> Int {
        running.withLock { running in
          defer { running.most = 0 }
          return running.most
        }
      }
      let one = try await series([1, 2, 3], work).get()
      #expect(one == [10, 20, 30])
      #expect(most() == 1)
      let all = try await parallel([1, 2, 3], work).get()
      #expect(all == [10, 20, 30])
      #expect(most() <= 3)
      let two = try await parallel([1, 2, 3, 4], atATime: 2, work).get()
      #expect(two == [10, 20, 30, 40])
      #expect(most() <= 2)
    }
  }

  @Test("Cancelling the caller at any point leaves nothing behind")
  func cancellation() async throws {
    try await exploreCancellation {
      let queue = SerialQueue()
      let turns = (1...2).map { number in
        queue.add {
          Promise {
            await Task.yield()
            return number
          }
        }
      }
      let values = try await Promise.all(turns).get()
      #expect(values == [1, 2])
      try await queue.waitUntilEmpty()
    }
  }
}
