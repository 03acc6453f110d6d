// Overloads.swift at all stages.

import Testing

@MainActor
@Suite("closures whose result the source leaves open")
struct OverloadsTests {
  private let store = OverloadedStore()

  private func run(_ body: (@escaping @MainActor () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in body { continuation.resume() } }
  }

  @Test("M2: a handler waits for the promise that the one before it returns")
  func order() async {
    await run(store.run)
    #expect(store.journal == ["saved 2", "after"])
  }

  @Test("M2: an optional promise stays a value")
  func optional() async {
    await run(store.look)
    #expect(store.journal == ["a promise"])
  }

  @Test("M2: a link after `?` gets the value")
  func chained() async {
    await run(store.number)
    #expect(store.journal == ["1"])
  }
}
