// Results.swift at all stages.

import AsyncPromisesTesting
import Testing

@MainActor
@Suite("Results")
struct ResultsTests {
  private let board = ResultBoard()

  @Test("Each outcome is turned into a new value")
  func new() async throws {
    #expect(
      try await outcome { try await ResultCases.described(by: board) }.get()
        == ["number 7", "error ResultFailure()", "cancelled"])
    #expect(board.log == ["a number"])
    #expect(
      try await outcome { try await ResultCases.faulted(by: board) }.get() == [false, true, false])
    #expect(try await outcome { try await ResultCases.zeros(by: board) }.get() == [7, 0, 0])
  }

  @Test("The next task runs after a value or an error")
  func next() async throws {
    #expect(
      try await outcome { try await ResultCases.next(by: board) }.get() == ["a of 7", "b of -1"])
    #expect(board.log == ["not failed", "failed"])
  }

  @Test("A handler that only inspects an outcome passes it on")
  func look() async throws {
    #expect(try await outcome { try await ResultCases.watched(false, by: board) }.get() == 7)
    let failed = try await outcome { try await ResultCases.watched(true, by: board) }
    #expect(throws: ResultFailure()) { try failed.get() }
    #expect(board.log == ["fine", "failed: ResultFailure()"])
  }

  @Test("The outcome of the task, or that of another task")
  func other() async throws {
    #expect(try await outcome { try await ResultCases.second(false, by: board) }.get() == 7)
    #expect(try await outcome { try await ResultCases.second(true, by: board) }.get() == 8)
    #expect(board.log == ["first"])
  }

  @Test("An error that the handler ignores is not passed on")
  func ignored() async throws {
    try await outcome { try await ResultCases.ignored(by: board) }.get()
    #expect(board.log == ["ended"])
  }

  @Test("Work that nothing waits for happens later")
  func noted() async throws {
    ResultCases.note(by: board)
    #expect(board.log == ["notes"])
    try await eventually(within: .seconds(60)) { board.log.count == 2 }
    #expect(board.log == ["notes", "noted a cancellation"])
  }

  @Test("For an optional, nil is a value as well")
  func optional() async throws {
    #expect(try await outcome { try await ResultCases.optional(by: board) }.get())
  }
}
