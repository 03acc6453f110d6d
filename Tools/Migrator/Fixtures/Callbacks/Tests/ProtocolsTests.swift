// Protocols.swift at all stages.

import AsyncPromises
import Testing

@MainActor
@Suite("Protocols")
struct ProtocolsTests {
  @Test("The functions call back")
  func callbacks() async throws {
    let disk: any ProtocolLoader = ProtocolDisk()
    let text = try await outcome { try await Promise.wrap { disk.load(1, completion: $0) } }
    #expect(try text.get() == "1")
  }

  #if !BEFORE
    @Test("The functions have promise forms")
    func forms() async throws {
      let disk: any ProtocolLoader = ProtocolDisk()
      #expect(try await outcome { try await disk.load(1) }.get() == "1")
      let failed = try await outcome { try await disk.load(-1) }
      #expect(throws: ProtocolFailure()) { try failed.get() }
      #expect(try await outcome { try await ProtocolDisk.count() }.get() == 4)
      try await outcome { try await ProtocolDisk().erase() }.get()
      let list = ProtocolList(items: ["a"])
      #expect(try await outcome { try await list.item(at: 0) }.get() == "a")
      #expect(try await outcome { try await list.key() }.get() == 1)
    }
  #endif
}
