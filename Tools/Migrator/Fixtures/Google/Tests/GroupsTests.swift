// Groups.swift at all stages.

import Testing

@MainActor
@Suite("all, any, race")
struct GroupsTests {
  private let screen = GroupScreen()

  @Test("All")
  func all() async throws {
    #expect(try await outcome { try await screen.sum([1, 2, 3]) }.get() == 6)
    #expect(try await outcome { try await screen.sum([]) }.get() == 0)
    let failed = try await outcome { try await screen.sum([1, -2, -3]) }
    #expect(throws: GroupError(number: -2)) { try failed.get() }
    #expect(try await outcome { try await screen.pair(4) }.get() == "x4")
    #expect(screen.title == "x")
    #expect(try await outcome { try await screen.five() }.get() == [1, 2, 3, 4, 5])
    #expect(try await outcome { try await screen.same() }.get() == 3)
  }

  @Test("Any")
  func any() async throws {
    #expect(try await outcome { try await screen.states([1, -2, 3]) }.get() == "1 - 3")
    #expect(screen.title == "1 - 3")
    #expect(try await outcome { try await screen.either(-1) }.get() == "0 x")
    let failed = try await outcome { try await screen.states([-2]) }
    #expect(throws: GroupError(number: -2)) { try failed.get() }
  }

  @Test("Race")
  func race() async throws {
    #expect(try await outcome { try await screen.first([3]) }.get() == 4)
    #expect(try await outcome { try await screen.faster() }.get() == 1)
  }
}
