// Stored.swift at all stages.

import Testing

@MainActor
@Suite("Stored promises")
struct StoredTests {
  @Test("A promise that is settled later")
  func one() async throws {
    let dialogs = StoredDialogs()
    let answer = start { try await dialogs.confirm() }
    dialogs.press(true)
    dialogs.press(false)
    #expect(try await outcome { try await answer }.get() == false)
    #expect(dialogs.log == ["true"])
  }

  @Test("Several promises that are settled together")
  func several() async throws {
    let dialogs = StoredDialogs()
    let first = start { try await dialogs.next() }
    let second = start { try await dialogs.next() }
    dialogs.say("hello")
    #expect(try await outcome { try await first }.get() == "hello")
    #expect(try await outcome { try await second }.get() == "hello")
    let third = start { try await dialogs.next() }
    dialogs.close()
    let result = try await outcome { try await third }
    #expect(throws: StoredError.closed) { try result.get() }
  }

  @Test("Promises that are looked up by number")
  func found() async throws {
    let dialogs = StoredDialogs()
    let first = start { try await dialogs.number(1) }
    let same = start { try await dialogs.number(1) }
    dialogs.found(1)
    #expect(try await outcome { try await first }.get() == 2)
    #expect(try await outcome { try await same }.get() == 2)
  }

  @Test("Closures without a value")
  func voids() async throws {
    let checks = StoredChecks()
    #expect(try await outcome { try await checks.note("a") }.get())
    #expect(checks.log == ["true"])
    try await outcome { try await checks.assert("a") }.get()
    let result = try await outcome { try await checks.assert("b") }
    #expect(throws: StoredError.missing) { try result.get() }
    try await outcome { try await checks.quietly("b") }.get()
  }
}
