// Groups.swift at all stages.

import Testing

@MainActor
@Suite("Groups")
struct GroupsTests {
  private let runner = GroupRunner()

  private func errors<Value>(of result: Result<Value, any Error>) -> [Int]? {
    if case .failure(let error) = result { GroupRunner.numbers(of: error) } else { nil }
  }

  @Test("The values in their order")
  func values() async throws {
    #expect(try await outcome { try await runner.values([3, 1, 2]) }.get() == [3, 1, 2])
    #expect(try await outcome { try await runner.values([]) }.get() == [])
    #expect(try await outcome { try await runner.sum([3, 1, 2]) }.get() == 6)
    #expect(try await outcome { try await runner.pair() }.get() == [1, 2])
    #expect(runner.log == ["3 numbers"])
  }

  @Test("The errors of all tasks that failed")
  func failures() async throws {
    #expect(errors(of: try await outcome { try await runner.values([1, -2, -3]) }) == [-2, -3])
    #expect(errors(of: try await outcome { try await runner.sum([-1]) }) == [-1])
    #expect(errors(of: try await outcome { try await runner.both(1, -2) }) == [-2])
    #expect(runner.log.isEmpty)
  }

  @Test("A cancellation takes precedence over errors")
  func cancellation() async throws {
    let values = try await outcome { try await runner.values([-1, 0, 2]) }
    #expect(throws: CancellationError.self) { try values.get() }
    let both = try await outcome { try await runner.both(-1, 0) }
    #expect(throws: CancellationError.self) { try both.get() }
  }

  @Test("A group waits for all its tasks")
  func waiting() async throws {
    let gate = GroupGate()
    let all = start { try await gate.failing(runner) }
    #expect(runner.log.isEmpty)
    gate.open()
    #expect(errors(of: try await outcome { try await all }) == [-2, -4])
    #expect(runner.log == ["failed"])
  }

  @Test("The first task that ends, successfully or not")
  func first() async throws {
    #expect(try await outcome { try await runner.first([1]) }.get() == "ended")
    #expect(try await outcome { try await runner.first([-1]) }.get() == "ended")
    #expect(try await outcome { try await runner.first([0]) }.get() == "ended")
    try await outcome { try await runner.none() }.get()
    #expect(runner.log == ["first", "first", "first"])
  }
}
