// Groups.swift at all stages.

import Testing

@MainActor
@Suite("groups")
struct GroupsTests {
  let groups = GroupDesk()

  @Test("All of them, in order; the first failure fails all")
  func all() async throws {
    #expect(try await outcome { try await groups.both() }.get() == "Ada of 2")
    #expect(try await outcome { try await groups.users([2, 1]) }.get() == ["Bob", "Ada"])
    #expect(try await outcome { try await groups.users([]) }.get() == [])
    #expect(try await outcome { try await groups.users([2, 5]) }.errorText == "missing")
    #expect(try await outcome { try await groups.saved(["a", "b"]) }.errorText == nil)
    #expect(try await outcome { try await groups.saved(["a", ""]) }.errorText == "refused")
    #expect(try await outcome { try await groups.twice("a") }.errorText == nil)
    #expect(try await outcome { try await groups.twice("") }.errorText == "refused")
  }

  @Test("Guarantees")
  func guarantees() async throws {
    #expect(try await outcome { try await groups.sure() }.get() == [1, 2])
    #expect(try await outcome { try await groups.sureAndMore() }.get() == "1a")
    #expect(try await outcome { try await groups.listed() }.get() == [1, 2])
  }

  @Test("The first one, and the error when none wins")
  func race() async throws {
    let races = groups.races()
    #expect(try await outcome { try await races[0] }.get() == 1)
    #expect(try await outcome { try await races[1] }.errorText == "late")
    #expect(try await outcome { try await races[2] }.errorText?.hasPrefix("Invalid") == true)
    let successes = groups.successes()
    #expect(try await outcome { try await successes[0] }.get() == "2")
    #expect(try await outcome { try await successes[1] }.errorText?.hasPrefix("All") == true)
    #expect(try await outcome { try await successes[2] }.errorText?.hasPrefix("Invalid") == true)
  }
}
