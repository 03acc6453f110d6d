// What GRDB does, and a promise of an access, which can be left.

import AsyncPromises
import Foundation
import FrameworksSupport
import GRDB
import GRDBPromises
import Testing

@Suite("GRDB", .timeLimit(.minutes(5)))
struct GRDBTests {
  private let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { try $0.execute(sql: "CREATE TABLE note (text TEXT)") }
  }

  @Test("a write that is cancelled after its last statement fails, and is rolled back")
  func cancelledWrite() async throws {
    let hold = Hold()
    let write = Task { [database] in
      try await database.write { db in
        try db.execute(sql: "INSERT INTO note VALUES ('a')")
        hold.block()
      }
    }
    try await hold.begun.value
    write.cancel()
    hold.end()
    await #expect(throws: CancellationError.self) { try await write.value }
    #expect(try await count() == 0)
  }

  @Test("a statement that runs is interrupted when its task is cancelled")
  func cancelledStatement() async throws {
    let (begun, begin) = Promise<Void>.pending()
    let read = Task { [database] in
      try await database.read { db in
        begin.fulfill()
        return try Int.fetchOne(db, sql: endless)
      }
    }
    try await begun.value
    read.cancel()
    await #expect(throws: CancellationError.self) { try await read.value }
  }

  @Test("a cancelled access waits for its turn all the same; its promise doesn't, and never runs")
  func cancelledWaiter() async throws {
    let (hold, ran) = (Hold(), Journal<String>())
    let first = Promise { [database] in try await database.write { _ in hold.block() } }
    try await hold.begun.value
    let natural = Task { [database] in try await database.write { _ in ran.write("natural") } }
    let end = end(of: natural)
    let promise = database.promiseOfWrite { _ in ran.write("promise") }

    natural.cancel()
    promise.cancel()
    #expect(await promise.error is CancellationError)
    try await grace()
    #expect(end.resultIfSettled == nil)

    hold.end()
    try await first.value
    #expect(await end.error is CancellationError)
    try await promise.waitForOperation()
    #expect(ran.entries.isEmpty)
  }

  @Test("a time limit of a promise stops the wait for another access on time")
  func timeLimit() async throws {
    let (hold, ran) = (Hold(), Journal<String>())
    let first = Promise { [database] in try await database.write { _ in hold.block() } }
    try await hold.begun.value
    let second = database.promiseOfRead { _ in ran.write("second") }
    #expect(await second.timeout(after: .milliseconds(10)).timesOut)
    hold.end()
    try await first.value
    try await second.waitForOperation()
    #expect(ran.entries.isEmpty)
  }

  @Test("a lock that another connection holds longer than the busy timeout: SQLITE_BUSY")
  func busyTimeout() async throws {
    let path = NSTemporaryDirectory() + UUID().uuidString + ".sqlite"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var configuration = Configuration()
    configuration.busyMode = .timeout(0.01)
    let (one, other) = (
      try DatabaseQueue(path: path), try DatabaseQueue(path: path, configuration: configuration)
    )
    let hold = Hold()
    let first = Promise {
      try await one.writeWithoutTransaction { db in
        try db.inTransaction(.immediate) {
          hold.block()
          return .commit
        }
      }
    }
    try await hold.begun.value
    let busy = await #expect(throws: DatabaseError.self) {
      try await other.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    }
    #expect(busy?.resultCode == .SQLITE_BUSY)
    hold.end()
    try await first.value
  }

  @Test("closing waits for the access that runs; a later write is refused")
  func closing() async throws {
    let hold = Hold()
    let write = Promise { [database] in
      try await database.write { db in
        try db.execute(sql: "INSERT INTO note VALUES ('a')")
        hold.block()
        return try fetchCount(db)
      }
    }
    try await hold.begun.value
    let closed = onThread { [database] in try database.close() }
    try await grace()
    #expect(closed.resultIfSettled == nil)
    hold.end()
    #expect(try await write.value == 1)
    try await closed.value
    let late = await #expect(throws: DatabaseError.self) {
      try await database.write { try $0.execute(sql: "DELETE FROM note") }
    }
    #expect(late?.resultCode == .SQLITE_MISUSE)
  }

  @Test("a read after the database has been closed ends the process")
  func readAfterClosing() async throws {
    await #expect(processExitsWith: .failure) {
      let database = try DatabaseQueue()
      try database.close()
      try await database.read { _ in }
    }
  }

  @Test("a loop over an observation ends without an error when its task is cancelled")
  func cancelledObservation() async throws {
    let (seen, see) = Promise<Void>.pending()
    let loop = Task { [database] in
      for try await _ in ValueObservation.tracking({ try fetchCount($0) }).values(in: database) {
        see.fulfill()
      }
    }
    try await seen.value
    loop.cancel()
    try await loop.value
  }

  private func count() async throws -> Int? {
    try await database.read { try fetchCount($0) }
  }
}

private let endless = """
  WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n
  """

@Sendable private func fetchCount(_ db: Database) throws -> Int? {
  try Int.fetchOne(db, sql: "SELECT count(*) FROM note")
}
