// Doors.swift and Doorkeeper.swift at all stages.

import Testing

@MainActor
@Suite("Promises that others settle")
struct DoorsTests {
  let keeper = Doorkeeper()

  @Test("Each settles what the other made")
  func opened() async throws {
    #expect(!keeper.door.isOpen)
    let work = start { try await keeper.work() }
    #expect(try await outcome { try await work }.get() == 84)
    #expect(keeper.door.isOpen)
    let again = start { try await keeper.door.open() }
    #expect(try await outcome { try await again }.get() == 42)
    let both = start { try await keeper.both() }
    #expect(try await outcome { try await both }.get() == [41, 84])
  }

  @Test("One that is stored by name")
  func stored() async throws {
    let first = start { try await keeper.door.wait(for: "Ann") }
    let second = start { try await keeper.door.wait(for: "Ann") }
    keeper.greet("Ann")
    #expect(try await outcome { try await first }.get() == 3)
    #expect(try await outcome { try await second }.get() == 3)
  }

  @Test("One that a protocol's function settles")
  func rung() async throws {
    keeper.door.bell = Butler()
    let ring = start { try await keeper.door.ring() }
    #expect(try await outcome { try await ring }.get() == "Good evening")
  }

  @Test("One that is settled before its work has ended")
  func early() async throws {
    let ring = start { try await keeper.door.ringOnce("early") }
    #expect(try await outcome { try await ring }.get() == "EARLY")
  }

  @Test("Operators of one's own that settle")
  func own() async throws {
    let late = start { try await keeper.late("late") }
    let made = start { try await keeper.made("made") }
    #expect(try await outcome { try await late }.get() == "late")
    #expect(try await outcome { try await made }.get() == "made!")
  }
}
