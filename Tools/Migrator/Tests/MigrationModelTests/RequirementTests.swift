// A protocol's requirement becomes async with all its witnesses, or none of them does.

import Testing

@testable import MigrationModel

@Suite("Requirements of protocols")
struct RequirementTests {
  private func rewriting(_ text: String, keepingForms: Bool = false) -> Rewriting {
    Rewriting(
      sources: [("App/A.swift", "import PromiseKit\n\(text)")], from: .promisekit, to: .async,
      keepingForms: keepingForms)
  }

  private static let loader = "@MainActor protocol Loader { func load(id: Int) -> Promise<Int> }"
  private static let one =
    "struct One: Loader { func load(id: Int) -> Promise<Int> { .value(id) } }"
  private static let two =
    "class Two { func load(id: Int) -> Promise<Int> { .value(id) } }; extension Two: Loader {}"

  @Test(
    "M2: a requirement moves with all its witnesses, and its callers await it",
    arguments: ["loader", "any Loader"])
  func moves(type: String) {
    let user =
      type == "loader"
      ? "@MainActor func f<L: Loader>(_ l: L) -> Promise<Int> { l.load(id: 1) }"
      : "@MainActor func f(_ l: any Loader) -> Promise<Int> { l.load(id: 1) }"
    let rewriting = rewriting([Self.loader, Self.one, Self.two, user].joined(separator: "\n"))
    let after = rewriting.files[0].after
    #expect(after.contains("protocol Loader { func load(id: Int) async throws -> Int }"))
    #expect(after.contains("struct One: Loader { func load(id: Int) async throws -> Int { id } }"))
    #expect(after.contains("class Two { func load(id: Int) async throws -> Int { id } }"))
    #expect(after.contains("async throws -> Int { try await l.load(id: 1) }"))
    #expect(rewriting.asyncFunctions == 3)
    #expect(rewriting.functions == 3)
  }

  @Test(
    "M2: a witness is one whatever stands before its protocol's name",
    arguments: ["@MainActor Loader", "@preconcurrency Loader", "AnyObject & Loader"])
  func conformances(inherited: String) {
    let witness =
      "final class C: \(inherited) { func load(id: Int) -> Promise<Int> { .value(id) } }"
    let rewriting = rewriting([Self.loader, "@MainActor \(witness)"].joined(separator: "\n"))
    #expect(
      rewriting.asyncFunctions == 1 && rewriting.files[0].after.contains("throws -> Int { id"))
    #expect(rewriting.files[0].after.contains("func load(id: Int) async throws -> Int }"))
  }

  @Test("M2: a default implementation moves with its requirement")
  func defaults() {
    let text = """
      extension Loader { func load(id: Int) -> Promise<Int> { .value(id) } }
      struct Three: Loader {}
      @MainActor func f(_ l: any Loader) -> Promise<Int> { l.load(id: 1) }
      """
    let after = rewriting(Self.loader + "\n" + Self.one + "\n" + text).files[0].after
    #expect(after.contains("protocol Loader { func load(id: Int) async throws -> Int }"))
    #expect(after.contains("extension Loader { func load(id: Int) async throws -> Int { id } }"))
    #expect(after.contains("async throws -> Int { try await l.load(id: 1) }"))
  }

  @Test("M2: a requirement without a value, and one that others are sent to")
  func others() {
    let text = """
      protocol Saver: Sendable { func save() -> Promise<Void> }
      struct Disk: Saver { func save() -> Promise<()> { .value(()) } }
      protocol Reader { func read() -> Promise<Int> }
      final class File: Reader { func read() -> Promise<Int> { .value(1) } }
      """
    let after = rewriting(text).files[0].after
    #expect(after.contains("protocol Saver: Sendable { func save() async throws }"))
    #expect(after.contains("{ nonisolated(nonsending) func read() async throws -> Int }"))
    #expect(
      after.contains("Reader { nonisolated(nonsending) func read() async throws -> Int { 1 }"))
  }

  @Test(
    "M2: none moves if one can't, or if a witness may be elsewhere",
    arguments: [
      // A witness that can't become async, and some that don't look like witnesses.
      "struct Three: Loader { func load(id: Int) -> Promise<Int> { defer {}; return .value(1) } }",
      "class Base { func load(id: Int) -> Promise<Int> { .value(1) } }; class D: Base, Loader {}",
      "typealias P = Loader & Sendable; class D: P { func load(id: Int) -> Promise<Int> { p } }",
      "@objc protocol P: Loader { func load(id: Int) -> Promise<Int> }",
      // A witness in another isolation.
      "extension Int: Loader { nonisolated func load(id: Int) -> Promise<Int> { .value(1) } }",
      // Callers that need the promise, or pass the function on.
      "func f(_ l: Loader) -> Any { keep(l.load(id: 1)) }",
      "@MainActor func f(_ l: Loader) -> Any { l.load }",
      "@MainActor class T: Loader { func load(id: Int) -> Promise<Int> { .value(1) } }\n"
        + "@MainActor class U: T { override func load(id: Int) -> Promise<Int> { .value(2) } }",
    ])
  func stays(other: String) {
    let rewriting = rewriting(Self.loader + "\n" + Self.one + "\n" + other)
    #expect(rewriting.files[0].after.contains("{ func load(id: Int) -> Promise<Int> }"))
    #expect(
      rewriting.files[0].after.contains(
        "One: Loader { func load(id: Int) -> Promise<Int> { .fulfilled(id) } }"))
    #expect(rewriting.kept.contains { $0.reason == .asyncRequirement })
  }

  @Test("M2: without a witness in the sources, a requirement stays")
  func alone() {
    #expect(rewriting(Self.loader + "\nfunc f() { f().map { 1 } }").asyncFunctions == 0)
  }

  @Test("M2: a requirement stays if the witnesses keep forms that return promises")
  func forms() {
    let rewriting = rewriting(Self.loader + "\n" + Self.one, keepingForms: true)
    #expect(rewriting.files[0].after.contains("{ func load(id: Int) -> Promise<Int> }"))
    #expect(rewriting.asyncFunctions == 1)
  }
}
