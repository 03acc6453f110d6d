// Obstacle.swift: what a promise waits for, packed into one word.

import Testing

@testable import AsyncPromises
@testable import AsyncPromisesTracking

@Suite("Obstacle", .timeLimit(.minutes(10)))
struct ObstacleTests {
  private static let most = (1 << ((UInt64.bitWidth - 3) / 2)) - 1

  @Test("H3: an obstacle keeps its kind, and has neither a number nor an attempt")
  func kinds() {
    for kind in [Origin.Obstacle.resolver, .operation, .timer, .items, .inputs, .place] {
      let obstacle = Obstacle(kind)
      #expect(obstacle.kind == kind)
      #expect(Obstacle(bits: obstacle.bits) == obstacle)
      #expect(obstacle.number == nil)
      #expect(obstacle.attempt == nil)
    }
  }

  @Test("H3: the obstacle of a promise that waits for another keeps the number", arguments: [0, 7])
  func promise(number: UInt64) {
    let obstacle = Obstacle(.promise, number: number)
    #expect(obstacle.kind == .promise)
    #expect(obstacle.number == (number == 0 ? nil : number))
    #expect(obstacle.attempt == nil)
  }

  @Test(
    "H3: the obstacle of a retry keeps both numbers", arguments: [(1, 1), (2, 5), (7, most - 1)])
  func attempts(attempt: Int, count: Int) {
    let operation = Obstacle(.operation, attempt: attempt, of: count)
    let pause = Obstacle(.pause, attempt: attempt, of: count)
    #expect(operation.kind == .operation)
    #expect(pause.kind == .pause)
    for obstacle in [operation, pause] {
      #expect(obstacle.attempt == "attempt \(attempt) of \(count)")
      #expect(obstacle.number == nil)
    }
  }

  @Test(
    "H3: a maximum that is too large to store is left out", arguments: [most, most + 1, .max])
  func many(count: Int) {
    #expect(Obstacle(.operation, attempt: 3, of: count).attempt == "attempt 3")
    #expect(Obstacle(.operation, attempt: count, of: count).kind == .operation)
    #expect(Obstacle(.operation, attempt: count, of: count).attempt == "attempt \(Self.most)")
  }

  @Test("H3: the obstacle of a running attempt isn't replaced by that of an operation")
  func order() {
    let creator = Creator(kind: "retry", name: nil, site: CallSite(#fileID, #line))
    let record = Record(number: 1, creator, in: Scope(name: nil))
    record.waits(for: .operation)
    #expect(record.obstacle == Obstacle(.operation))
    record.waits(for: .operation, attempt: 1, of: 2)
    record.waits(for: .operation)
    #expect(record.obstacle == Obstacle(.operation, attempt: 1, of: 2))
    record.waits(for: .pause, attempt: 2, of: 2)
    #expect(record.obstacle == Obstacle(.pause, attempt: 2, of: 2))
  }
}
