// Groups.swift at all stages.

import Testing

@MainActor
@Suite("groups")
struct GroupsTests {
  let groups = GroupDesk()

  @Test("All of them, in order; the first failure fails all")
  func all() async throws {
    #expect(try await outcome(of: groups.both()).get() == "Ada of 2")
    #expect(try await outcome(of: groups.users([2, 1])).get() == ["Bob", "Ada"])
    #expect(try await outcome(of: groups.users([])).get() == [])
    #expect(try await outcome(of: groups.users([2, 5])).errorText == "missing")
    #expect(try await outcome(of: groups.saved(["a", "b"])).errorText == nil)
    #expect(try await outcome(of: groups.saved(["a", ""])).errorText == "refused")
    #expect(try await outcome(of: groups.twice("a")).errorText == nil)
    #expect(try await outcome(of: groups.twice("")).errorText == "refused")
  }

  @Test("Guarantees")
  func guarantees() async throws {
    #expect(try await outcome(of: groups.sure()).get() == [1, 2])
    #expect(try await outcome(of: groups.sureAndMore()).get() == "1a")
    #expect(try await outcome(of: groups.listed()).get() == [1, 2])
  }

  @Test("The first one, and the error of no one")
  func race() async throws {
    let races = groups.races()
    #expect(try await outcome(of: races[0]).get() == 1)
    #expect(try await outcome(of: races[1]).errorText == "late")
    #expect(try await outcome(of: races[2]).errorText?.hasPrefix("The input") == true)
    let successes = groups.successes()
    #expect(try await outcome(of: successes[0]).get() == "2")
    #expect(try await outcome(of: successes[1]).errorText?.hasPrefix("All") == true)
    #expect(try await outcome(of: successes[2]).errorText?.hasPrefix("The input") == true)
  }
}
