// CompactMap.swift at all stages.

import Testing

@MainActor
@Suite("compactMap")
struct CompactMapTests {
  let parser = CompactParser()

  @Test("A non-nil value is passed on")
  func values() async throws {
    #expect(try await outcome { try await parser.number("1") }.get() == 1)
    #expect(try await outcome { try await parser.named("1") }.get() == 2)
    #expect(try await outcome { try await parser.user("5") }.get() == DeskUser(id: 5, name: "n"))
    #expect(try await outcome { try await parser.even("4") }.get() == 4)
  }

  @Test("A nil result is an error that names the input and the expected type")
  func errors() async throws {
    let number = try await outcome { try await parser.number("x") }
    #expect(number.errorText == "`compactMap` could not convert “x” of type String to Int.")
    let named = try await outcome { try await parser.named("y") }
    #expect(named.errorText == "`compactMap` could not convert “y” of type String to Int.")
    let user = try await outcome { try await parser.user("u") }
    #expect(user.errorText == "`compactMap` could not convert “u” of type String to DeskUser.")
    let even = try await outcome { try await parser.even("3") }
    #expect(even.errorText == "`compactMap` could not convert “3” of type String to Int.")
    #expect(try await outcome { try await parser.even("z") }.errorText == "refused")
  }
}
