// Layout.swift at all stages.

import Testing

@MainActor
@Suite("Layout")
struct LayoutTests {
  private let layout = Layout()

  @Test("Labels, comments and conditions")
  func labels() async throws {
    #expect(try await outcome(of: layout.labelled()).get() == 20)
    #expect(try await outcome(of: layout.condition()).get() == "debug")
    #expect(layout.log == ["one", "debug"])
  }

  @Test("Names that are taken")
  func names() async throws {
    #expect(try await outcome(of: layout.names(2)).get() == 7)
    #expect(layout.outcomes == 1)
    #expect(try await outcome(of: layout.swift()).get() == 3)
    #expect(try await outcome(of: layout.qualified()).get() == 4)
  }

  @Test("Nests")
  func nested() async throws {
    #expect(try await outcome(of: layout.nested()).get() == [25, 12])
    #expect(layout.log.sorted() == ["20 25", "7 12", "one"])
  }
}
