// Sources.swift at all stages.

import Testing

@MainActor
@Suite("Sources")
struct SourcesTests {
  @Test("The first answer counts")
  func answers() async throws {
    let dialog = SourceDialog()
    #expect(dialog.press(true))
    #expect(!dialog.press(false))
    dialog.close()
    #expect(try await outcome { try await dialog.task }.get())
  }

  @Test("Closed or failed")
  func ends() async throws {
    let closed = SourceDialog()
    closed.close()
    closed.press(true)
    let left = try await outcome { try await closed.task }
    #expect(throws: CancellationError.self) { try left.get() }
    let failing = SourceDialog()
    failing.fail(SourceFailure())
    let failed = try await outcome { try await failing.task }
    #expect(throws: SourceFailure()) { try failed.get() }
  }

  @Test("A callback completes a task")
  func callbacks() async throws {
    #expect(try await outcome { try await SourceCallbacks.load("a") }.get() == "a!")
    let failed = try await outcome { try await SourceCallbacks.load("") }
    #expect(throws: SourceFailure()) { try failed.get() }
    try await outcome { try await SourceCallbacks.answered() }.get()
    let given = try await outcome { try await SourceCallbacks.given() }
    #expect(throws: CancellationError.self) { try given.get() }
  }

  @Test("Answers in any order")
  func inbox() async throws {
    let inbox = SourceInbox()
    let (first, second) = (
      start { try await inbox.message(1) }, start { try await inbox.message(2) }
    )
    inbox.drop()
    inbox.receive("one", as: 1)
    inbox.receive("none", as: 3)
    #expect(try await outcome { try await first }.get() == "one")
    let left = try await outcome { try await second }
    #expect(throws: CancellationError.self) { try left.get() }
  }
}
