// Layout.swift at all stages.

import Testing

@MainActor
@Suite("Layout")
struct LayoutTests {
  private let layout = Layout()

  @Test("Labels, comments and conditions")
  func labels() async throws {
    #expect(try await outcome { try await layout.labelled() }.get() == 20)
    #expect(try await outcome { try await layout.condition() }.get() == "debug")
    #expect(layout.log == ["one", "debug"])
  }

  @Test("Names that are already taken")
  func names() async throws {
    #expect(try await outcome { try await layout.names(2) }.get() == 7)
    #expect(layout.outcomes == 1)
    #expect(try await outcome { try await layout.swift() }.get() == 3)
    #expect(try await outcome { try await layout.qualified() }.get() == 4)
  }

  @Test("Nested chains")
  func nested() async throws {
    #expect(try await outcome { try await layout.nested() }.get() == [25, 12])
    #expect(layout.log.sorted() == ["20 25", "7 12", "one"])
  }
}
