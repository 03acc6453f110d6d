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
      assuming: name == "Structured" ? [.structuredTasks] : [])
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
    let once = Rewriting(
      sources: [("App/Text.swift", try text("\(name).before.txt"))], from: .promisekit, to: .async)
    let twice = Rewriting(
      sources: once.files.map { ($0.path, $0.after) }, from: .promisekit, to: .async)
    #expect(twice.files.map(\.after) == once.files.map(\.after))
  }
}
