// Functions that return promises become async functions.

import Foundation
import Testing

@testable import MigrationModel

@Suite("To async")
struct AsyncTests {
  private static let folder = goldenFolder.appending(path: "Async")

  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".before.txt") }.map { String($0.dropLast(11)) }.sorted()

  private func moved(_ text: String, _ name: String) -> String {
    let rewriting = Rewriting(
      sources: [("App/Text.swift", text)], from: .promisekit, to: .async,
      keepingForms: name == "KeptForms", assuming: name == "Structured" ? [.structuredTasks] : [])
    return rewriting.files.map(\.after).joined() + "// Kept\n"
      + rewriting.kept.map { "// \($0.name): \($0.reason.rawValue)\n" }.joined()
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
  }

  @Test("The output matches the recorded files", arguments: names)
  func written(name: String) throws {
    let result = moved(try text("\(name).before.txt"), name)
    try expectGolden(result, "Async/\(name).after.txt")
  }

  @Test("A second rewrite changes nothing", arguments: names)
  func again(name: String) throws {
    let keepsForms = name == "KeptForms"
    let once = Rewriting(
      sources: [("App/Text.swift", try text("\(name).before.txt"))], from: .promisekit, to: .async,
      keepingForms: keepsForms)
    let twice = Rewriting(
      sources: once.files.map { ($0.path, $0.after) }, from: .promisekit, to: .async,
      keepingForms: keepsForms)
    #expect(twice.files.map(\.after) == once.files.map(\.after))
  }

  @Test("A caller that is rewritten later awaits the async function, not its promise form")
  func later() {
    let first = Rewriting(
      sources: [
        ("App/A.swift", "import AsyncPromises; func f() -> Promise<Int> { .fulfilled(1) }")
      ],
      from: .promisekit, to: .async, keepingForms: true)
    let caller = """
      import AsyncPromises
      func g() -> Promise<Int> { f().map { $0 + 1 } }
      func h() { f().done { print($0) }.ignoreErrors() }
      """
    let second = Rewriting(
      sources: first.files.map { ($0.path, $0.after) } + [("App/B.swift", caller)],
      from: .promisekit, to: .async)
    #expect(
      second.files.map(\.after) == [
        first.files[0].after,
        """
        import AsyncPromises
        func g() async throws -> Int {
          let f = try await f()
          return f + 1
        }
        func h() { f().done { print($0) }.ignoreErrors() }
        """,
      ])
  }
}
