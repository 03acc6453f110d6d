// Shapes.swift at all stages.

import AsyncPromises
import Testing

@MainActor
@Suite("Shapes")
struct ShapesTests {
  private let store = ShapeStore()

  @Test("The functions call back")
  func callbacks() async throws {
    #expect(
      try await outcome { try await Promise.wrap { store.number(completion: $0) } }.get() == 1)
    let name = try await outcome { try await Promise.wrap { store.name(of: 2, completion: $0) } }
    #expect(try name.get() == "n2")
  }

  #if !BEFORE
    @Test("The functions have promise forms")
    func forms() async throws {
      try await outcome { try await store.sync() }.get()
      #expect(try await outcome { try await store.number() }.get() == 1)
      #expect(try await outcome { try await store.name(of: 3) }.get() == "n3")
      #expect(try await outcome { try await store.load(1) }.get() == 5)
      #expect(try await outcome { try await store.load(1, from: "x") }.get() == 2)
      try await outcome { try await store.save(1) }.get()
      #expect(try await outcome { try await store.check(1) }.get())
      #expect(try await outcome { try await store.pair() }.get() == (1, "a"))
      #expect(try await outcome { try await store.both(false) }.get() == (2, "b"))
      #expect(try await outcome { try await store.optional() }.get() == nil)
    }

    @Test("The promise forms fail")
    func failures() async throws {
      let name = try await outcome { try await store.name(of: -1) }
      #expect(throws: ShapeFailure()) { try name.get() }
      let saved = try await outcome { try await store.save(-1) }
      #expect(throws: ShapeFailure()) { try saved.get() }
      let loaded = try await outcome { try await store.load(-1) }
      #expect(throws: ShapeFailure()) { try loaded.get() }
      let typed = try await outcome { try await store.typed() }
      #expect(throws: ShapeFailure()) { try typed.get() }
      let checked = try await outcome { try await store.check(-1) }
      #expect(throws: ShapeFailure()) { try checked.get() }
      let both = try await outcome { try await store.both(true) }
      #expect(throws: ShapeFailure()) { _ = try both.get() }
    }
  #endif
}
