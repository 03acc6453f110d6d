// RacingQueue.swift at all stages, in many orders.

import AsyncExplorer
import AsyncPromisesSwiftTesting
import Testing

@MainActor
@Suite("A serial queue")
struct RacingQueueTests {
  @Test("X1: in every order one piece of work ends before the next begins")
  func serial() async throws {
    try await explore(schedules: 300) { @MainActor in
      let queue = RacingQueue()
      let works = ["a", "b", "c"].map { name in
        Task { @MainActor in
          let value = try await outcome { try await queue.enqueue(name) }.get()
          #expect(value == name)
        }
      }
      for work in works { try await work.value }
      #expect(queue.log.count == 6)
      for index in stride(from: 0, to: 6, by: 2) {
        let name = queue.log[index].prefix(1)
        #expect(queue.log[index + 1] == "\(name) ends")
      }
    }
  }
}
