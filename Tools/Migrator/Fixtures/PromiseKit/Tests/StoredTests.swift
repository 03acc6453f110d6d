// Stored.swift at all stages.

import Testing

@MainActor
@Suite("stored")
struct StoredTests {
  @Test("A guarantee and its function are stored separately")
  func permission() async throws {
    let permission = StoredPermission()
    let first = start { try await permission.ask() }
    permission.press(true)
    #expect(try await outcome { try await first }.get())
    permission.reset()
    let second = start { try await permission.ask() }
    permission.press(false)
    #expect(try await outcome { try await second }.get() == false)
  }

  @Test("Resolvers in an array, and one that follows another promise")
  func resolvers() async throws {
    let permission = StoredPermission()
    let first = start { try await permission.turn() }
    let second = start { try await permission.same() }
    permission.call()
    #expect(try await outcome { try await first }.get() == 0)
    #expect(try await outcome { try await second }.get() == 1)
  }

  @Test("Closures, tuples and values whose types are inferred")
  func requests() async throws {
    let requests = StoredRequests()
    #expect(try await outcome { try await requests.texts([1, 2]) }.get() == ["1", "2"])
    #expect(try await outcome { try await requests.described() }.get() == "1 2")
    #expect(try await outcome { try await requests.refuse() }.get() == 1)
    let failing = StoredRequests(fails: true)
    #expect(try await outcome { try await failing.refuse() }.errorText == "missing")
  }
}
