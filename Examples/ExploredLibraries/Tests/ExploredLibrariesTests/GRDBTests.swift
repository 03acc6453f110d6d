// Explorations of GRDB's async database access. Its queues are outside the exploration, so some
// orders can't be replayed, and each access is reported as an escape.

import AsyncPromisesSwiftTesting
import GRDB
import Testing

@Suite("GRDB", .timeLimit(.minutes(10)))
struct GRDBTests {
  @Test("Writes and reads by several tasks happen one after another")
  func accesses() async throws {
    let summary = try await explore(schedules: 50, longestWait: .seconds(60)) {
      let database = try DatabaseQueue()
      try await database.write { try $0.execute(sql: "CREATE TABLE number (value INTEGER)") }
      try await withThrowingTaskGroup { group in
        for number in 1...3 {
          group.addTask {
            try await database.write {
              try $0.execute(sql: "INSERT INTO number VALUES (?)", arguments: [number])
            }
          }
        }
        try await group.waitForAll()
      }
      let sum = try await database.read {
        try Int.fetchOne($0, sql: "SELECT SUM(value) FROM number")
      }
      #expect(sum == 6)
    }
    #expect(!summary.escapes.isEmpty)
  }

  @Test("A cancelled write takes effect completely or not at all")
  func cancelled() async throws {
    try await explore(schedules: 50, longestWait: .seconds(60)) {
      let database = try DatabaseQueue()
      try await database.write { try $0.execute(sql: "CREATE TABLE number (value INTEGER)") }
      let write = Task {
        try await database.write {
          for number in 1...2 {
            try $0.execute(sql: "INSERT INTO number VALUES (?)", arguments: [number])
          }
        }
      }
      await Task.yield()
      write.cancel()
      let result = await write.result
      let count = try await database.read {
        try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM number")
      }
      switch result {
      case .success: #expect(count == 2)
      case .failure: #expect(count == 0)
      }
    }
  }
}
