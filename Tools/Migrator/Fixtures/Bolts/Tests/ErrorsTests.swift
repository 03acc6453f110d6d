// Errors.swift at all stages.

import Testing

@MainActor
@Suite("Errors")
struct ErrorsTests {
  private let desk = ErrorDesk()

  private func isCancelled<Value>(_ result: Result<Value, any Error>) -> Bool {
    if case .failure(is CancellationError) = result { true } else { false }
  }

  @Test("Errors of one type")
  func typed() async throws {
    #expect(try await outcome { try await desk.replaceMissing(.missing) }.get() == "placeholder")
    let broken = try await outcome { try await desk.replaceMissing(.broken) }
    #expect(throws: ErrorKind.broken) { try broken.get() }
    #expect(isCancelled(try await outcome { try await desk.replaceMissing(nil) }))
    #expect(desk.log == ["asked", "asked"])
  }

  @Test("Each handler sees the errors that reach it, but no cancellation")
  func chain() async throws {
    #expect(try await outcome { try await desk.chain(.missing) }.get() == "all")
    #expect(desk.log == ["first missing", "last ErrorDeskClosed()"])
    #expect(isCancelled(try await outcome { try await desk.chain(nil) }))
    #expect(desk.log.count == 2)
  }

  @Test("Shadowed names, and a switch over errors")
  func names() async throws {
    #expect(try await outcome { try await desk.shadowed(.broken) }.get() == "text!")
    #expect(isCancelled(try await outcome { try await desk.shadowed(nil) }))
    #expect(try await outcome { try await desk.choice(.missing) }.get() == "missing")
    #expect(try await outcome { try await desk.choice(.broken) }.get() == "broken")
    #expect(isCancelled(try await outcome { try await desk.choice(nil) }))
  }

  @Test("A cancellation that is thrown, and caught")
  func thrown() async throws {
    #expect(try await outcome { try await desk.ask(true) }.get() == "sure")
    #expect(isCancelled(try await outcome { try await desk.ask(false) }))
    #expect(desk.kindOfThrown(true) == "cancelled")
    #expect(desk.kindOfThrown(false) == "broken")
  }
}
