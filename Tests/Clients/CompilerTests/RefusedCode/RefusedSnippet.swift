// Sources that must not compile, each with a corrected version. The article "When the compiler
// complains" has more, mainly with chains.

import Testing

struct RefusedSnippet: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let refused: String
  let diagnostic: String
  let accepted: String

  init(
    _ description: String, importing module: String? = nil, preamble: String = Self.preamble,
    refused: String, because diagnostic: String, accepted: String
  ) {
    let preamble = (module.map { "import \($0)\n" } ?? "") + preamble
    testDescription = description
    self.refused = preamble + refused
    self.diagnostic = diagnostic
    self.accepted = preamble + accepted
  }

  private static let preamble = """
    import AsyncPromises

    final class Reference { var number = 0 }
    @MainActor final class Screen { var number = 0 }
    actor Counter { var number = 0 }

    func load(_ number: Int) -> Promise<Int> { .fulfilled(number) }
    func find(_ number: Int) -> Int? { number }
    func call(_ completion: @escaping @Sendable (Int?, (any Error)?) -> Void) {}

    """

  static let all = ofTheLanguage + OtherSpellings.all

  private static let ofTheLanguage = [
    RefusedSnippet(
      "a promise of a value that is not Sendable",
      refused: "func make() -> Promise<Reference>? { nil }",
      because: "type 'Reference' does not conform to the 'Sendable' protocol",
      accepted: "func make() -> Promise<Screen>? { nil }"),
    RefusedSnippet(
      "a resolver of a value that is not Sendable",
      refused: "func take(_ resolver: Resolver<[Reference]>) {}",
      because: "type 'Reference' does not conform to the 'Sendable' protocol",
      accepted: "func take(_ resolver: Resolver<[Counter]>) {}"),
    RefusedSnippet(
      "a handler that returns Any",
      refused: "func f(_ p: Promise<Int>) { _ = p.map { $0 as Any } }",
      because: "type 'Any' does not conform to the 'Sendable' protocol",
      accepted: "func f(_ p: Promise<Int>) { _ = p.map { $0 as any Sendable } }"),
    RefusedSnippet(
      "a handler that touches another actor",
      refused: "@MainActor func f(_ p: Promise<Int>, _ c: Counter) { _ = p.map { c.number + $0 } }",
      because: "actor-isolated property 'number' can not be referenced from the main actor",
      accepted: "func f(_ p: Promise<Int>, _ c: isolated Counter) { _ = p.map { c.number + $0 } }"),
    RefusedSnippet(
      "a body whose captures are used elsewhere afterwards",
      refused: """
        func f() -> Promise<Void> {
          let reference = Reference()
          let promise = Promise { reference.number += 1 }
          reference.number += 1
          return promise
        }
        """,
      because: "risks causing data races",
      accepted: """
        func f() -> Promise<Void> {
          let reference = Reference()
          reference.number += 1
          return Promise { reference.number += 1 }
        }
        """),
    RefusedSnippet(
      "wait(timeout:) in an asynchronous function",
      refused: """
        func f(_ p: Promise<Int>) async throws -> Int { try p.wait(timeout: .seconds(1)) }
        """,
      because: "'wait' is unavailable from asynchronous contexts; await `value` instead",
      accepted: "func f(_ p: Promise<Int>) throws -> Int { try p.wait(timeout: .seconds(1)) }"),
    RefusedSnippet(
      "waitForPromises(timeout:) in an asynchronous function", importing: "AsyncPromisesTesting",
      refused: "func f() async -> Bool { waitForPromises(timeout: .seconds(1)) }",
      because: "'waitForPromises' is unavailable from asynchronous contexts; "
        + "use withPromiseScope and await settle(within:)",
      accepted: "func f() -> Bool { waitForPromises(timeout: .seconds(1)) }"),
    RefusedSnippet(
      "a promise that leaves its scope unnoticed", importing: "AsyncPromisesTesting",
      refused: "func f() async throws { try await withPromiseScope { _ in load(1).map { $0 } } }",
      because: "result of call to 'withPromiseScope",
      accepted: """
        func f() async throws {
          try await withPromiseScope { _ in print(try await load(1).map { $0 + 1 }.get()) }
        }
        """),
    RefusedSnippet(
      "google's waitForPromises without its module", importing: "GooglePromisesCompat",
      preamble: "",
      refused: "func f() -> Bool { waitForPromises(timeout: 1) }",
      because: "'waitForPromises(timeout:)' is unavailable: import AsyncPromisesTesting, "
        + "and add it to the test target",
      accepted: """
        import AsyncPromisesTesting
        func f() -> Bool { waitForPromises(timeout: 1) && waitForPromises(timeout: .zero) }
        """),
  ]
}
