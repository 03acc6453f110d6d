// Starts.swift at all stages.

import Testing

@MainActor
@Suite("Starts")
struct StartsTests {
  private let starter = Starter()

  @Test("Values, errors and cancellations")
  func ends() async throws {
    #expect(try await outcome { try await starter.value() }.get() == 1)
    try await outcome { try await starter.nothing() }.get()
    #expect(try await outcome { try await starter.short(false) }.get() == 2)
    for result in [
      try await outcome { try await starter.failure() },
      try await outcome { try await starter.short(true) },
    ] {
      #expect(throws: StartFailure()) { try result.get() }
    }
    let cancelled = try await outcome { try await starter.cancelled() }
    #expect(throws: CancellationError.self) { try cancelled.get() }
  }

  @Test("A body runs immediately, and an error that it throws fails the task")
  func bodies() async throws {
    #expect(try await outcome { try await starter.parse("12") }.get() == 12)
    #expect(starter.log == ["parses", "parsed"])
    let failed = try await outcome { try await starter.parse("x") }
    #expect(throws: StartFailure()) { try failed.get() }
    #expect(try await outcome { try await starter.immediate() }.get() == 3)
    #expect(try await outcome { try await starter.closure("6") }.get() == 6)
    #expect(try await outcome { try await starter.withTask() }.get() == 5)
  }

  @Test("A body on the main thread runs later")
  func mainThread() async throws {
    #expect(try await outcome { try await starter.onMain() }.get() == 4)
    #expect(starter.log == ["executed", "on main"])
    #expect(try await outcome { try await Starter.offMain() }.get())
  }

  @Test("After a pause")
  func pause() async throws {
    #expect(try await outcome { try await starter.later() }.get() == "late")
    #expect(starter.log == ["later"])
    try await outcome { try await starter.soon() }.get()
  }

  @Test("Tasks in collections and arguments")
  func several() async throws {
    #expect(try await outcome { try await starter.several() }.get() == 4)
  }
}
