// OffMain.swift at all stages.

import Testing

@MainActor
@Suite("Off the main thread")
struct OffMainTests {
  private let presenter = OffMainPresenter()

  @Test("Continuations run on the main thread")
  func present() async throws {
    #expect(try await outcome { try await presenter.present(1) }.get() == "2")
    #expect(presenter.view.lines == ["shows 1", "ends with 1"])
    #expect(try await outcome { try await presenter.present(-1) }.get() == "1")
    #expect(presenter.view.lines.suffix(2) == ["fails with OffMainFailure()", "ends with 0"])
  }

  @Test("An inspection that passes the outcome on")
  func watch() async throws {
    #expect(try await outcome { try await presenter.watch(1) }.get() == 1)
    let failed = try await outcome { try await presenter.watch(-1) }
    #expect(throws: OffMainFailure()) { try failed.get() }
    #expect(presenter.view.lines == ["fine", "failed"])
  }

  @Test("Off the main thread")
  func off() async throws {
    #expect(try await outcome { try await presenter.count(2) }.get() == 4)
    #expect(try await outcome { try await presenter.countFromMain(2) }.get() == 6)
  }

  @Test("From any thread")
  func start() async throws {
    try await outcome { try await presenter.start(1) }.get()
    try await outcome { try await presenter.start(-1) }.get()
    #expect(presenter.view.lines == ["started 1", "started nothing"])
  }
}
