// Generics.swift at all stages.

import AsyncPromises
import Testing

@MainActor
@Suite("Generics")
struct GenericsTests {
  @Test("The functions call back")
  func callbacks() async throws {
    let box = GenericBox(1)
    #expect(try await outcome { try await Promise.wrap { box.read(completion: $0) } }.get() == 1)
  }

  #if !BEFORE
    @Test("The functions have promise forms")
    func forms() async throws {
      let box = GenericBox(1)
      #expect(try await outcome { try await box.read() }.get() == 1)
      #expect(try await outcome { try await box.map { "\($0)" } }.get() == "1")
      let failed = try await outcome { try await box.map { _ -> Int in throw GenericFailure() } }
      #expect(throws: GenericFailure()) { try failed.get() }
      #expect(try await outcome { try await box.replace(with: 2) }.get() == 1)
      #expect(try await outcome { try await box.again() }.get() == [2, 2])
      #expect(try await outcome { try await [5].firstOf() }.get() == 5)
      #expect(try await outcome { try await genericParse("7", as: Int.self) }.get() == 7)
      var number = 1
      #expect(try await outcome { try await genericSwap(&number, 2) }.get() == 1)
      #expect(number == 2)
    }
  #endif
}
