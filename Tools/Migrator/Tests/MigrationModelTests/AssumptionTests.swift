// What a rewrite does under assumptions.

import Testing

@testable import MigrationModel

@Suite("Assumptions")
struct AssumptionTests {
  private static let store = """
    class Store {
      var n = 0
      func f() { load().done { self.n = 1 }.cauterize() }
    }
    """

  private func written(_ text: String, _ assumption: String) throws -> String {
    PromiseKitText.written(text, assuming: [try #require(Assumption(rawValue: assumption))])
  }

  @Test(
    "Names of types, with `*` for any characters",
    arguments: [
      ("Store", true), ("St*", true), ("*ore", true), ("Other,S*e", true), ("*", true),
      ("Stor", false), ("store", false), ("Other", false),
    ])
  func names(pattern: String, isMeant: Bool) throws {
    let text = try written(Self.store, "sendable:\(pattern)")
    #expect(text.contains("class Store: @unchecked Sendable {") == isMeant)
  }

  @Test("A class that is assumed to be on the main actor is marked, and its chains move")
  func mainActor() throws {
    #expect(
      try written(Self.store, "main-actor:Store") == """
        @MainActor
        class Store {
          var n = 0
          func f() { load().done { self.n = 1 }.ignoreErrors() }
        }
        """)
  }

  @Test("Only types that a rewritten chain needs are marked as `Sendable`")
  func sendable() throws {
    #expect(
      try written(Self.store + "\nclass Other: Equatable {}", "sendable:*") == """
        class Store: @unchecked Sendable {
          var n = 0
          func f() { load().done { @MainActor in self.n = 1 }.ignoreErrors() }
        }
        class Other: Equatable {}
        """)
  }

  @Test("In the Swift 5 language mode, nothing needs a mark")
  func swift5() throws {
    #expect(
      try written(Self.store, "swift-5")
        == Self.store.replacing("done { self", with: "done { @MainActor in self")
        .replacing("cauterize", with: "ignoreErrors"))
  }

  @Test(
    "An actor takes the place of a queue, unless the closure belongs to the main actor",
    arguments: [
      (
        "func f() { load().map(on: queue) { $0.count }.cauterize() }",
        "func f() { load().map { @Worker in $0.count }.ignoreErrors() }"
      ),
      (
        "@MainActor class C { var n = 0; func f() { load().done(on: queue) { self.n = 1 } } }",
        "@MainActor class C { var n = 0; func f() { PromiseKitCompat.Promise(load())"
          + ".done(on: queue) { self.n = 1 } } }"
      ),
    ])
  func queue(before: String, after: String) throws {
    #expect(try written(before, "queue:queue=Worker") == after)
  }

  @Test(
    "The condition of google's `retry` runs on the queue's actor, too",
    arguments: ["{ left, error in left > 1 }", "{ $1 is CancellationError && $0 > 1 }"])
  func condition(closure: String) throws {
    let text = """
      import Promises
      func load() -> Promise<Int> { Promise(1) }
      func f() -> Promise<Int> { retry(on: queue, attempts: 2, condition: \(closure)) { load() } }
      """
    let assumption = try #require(Assumption(rawValue: "queue:queue=Worker"))
    let rewriting = Rewriting(
      sources: [("A.swift", text)], from: .google, to: .promises, assuming: [assumption])
    let after = rewriting.files[0].after
    #expect(after.contains("when: { @Worker error, attempt in"))
    #expect(after.contains("{ @Worker _ in load() }"))
  }

  @Test("Obstacles are named, with their types")
  func obstacles() {
    let text = """
      import PromiseKit
      class Store { var n = 0; func f(_ p: Promise<Int>) { p.done { self.n = $0 } } }
      func g(_ p: Promise<Int>) { var m = 0; p.done { m = $0 }.cauterize() }
      func h() -> Promise<[Store]> { .value([]) }
      """
    let kept = Rewriting(sources: [("A.swift", text)], from: .promisekit, to: .promises).kept
    #expect(
      kept.compactMap(\.obstacle) == [
        .capture("self", type: "Store"), .variable("m"), .value(type: "Store"),
        .value(type: "Store"),
      ])
  }
}
