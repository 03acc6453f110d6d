// Inspections.swift at all stages.

import Testing

@MainActor
@Suite("Inspections")
struct InspectionsTests {
  @Test("The states of tasks")
  func states() async throws {
    let inspections = Inspections()
    #expect(inspections.states() == ["pending", "fine1", "faulted!", "cancelled"])
    #expect(inspections.isOpen())
    #expect(inspections.end())
    #expect(!inspections.isOpen())
    #expect(inspections.states()[0] == "fine1")
  }

  @Test("A thread that waits")
  func blocked() async throws {
    #expect(try await outcome { try await Inspections.blocked() }.get() == 5)
  }
}
