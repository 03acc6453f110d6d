// Subclasses.swift at all stages.

import AsyncPromises
import Testing

@MainActor
@Suite("Subclasses")
struct SubclassesTests {
  @Test("They call back")
  func callbacks() async throws {
    let special: SubclassBase = SubclassSpecial()
    #expect(try await outcome(of: Promise.wrap { special.load(completion: $0) }).get() == "special")
  }

  #if !BEFORE
    @Test("The form calls what is overridden")
    func forms() async throws {
      let special = SubclassSpecial()
      #expect(try await outcome(of: special.load()).get() == "special")
      #expect(try await outcome(of: SubclassBase().load()).get() == "base")
      #expect(try await outcome(of: SubclassSpecial.kind()).get() == "special")
      #expect(try await outcome(of: special.fixed()).get() == "fixed")
      #expect(try await outcome(of: special.more(2, of: "a")).get() == "a, a")
    }
  #endif
}
