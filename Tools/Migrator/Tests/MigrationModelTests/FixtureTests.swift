// FixtureTests.swift: what the migrator writes is what the package of the fixtures tests.

import Foundation
import Testing

@testable import MigrationModel

@Suite("Fixtures: what is written is what is tested")
struct FixtureTests {
  struct Program: CustomTestStringConvertible, Sendable {
    let vocabulary: Vocabulary
    let folder: String
    let goal: Goal
    let assumptions: Set<Assumption>

    var testDescription: String { "\(folder) to \(goal.rawValue)" }

    static let all = [
      ("PromiseKit", Vocabulary.promisekit, []), ("Google", .google, []), ("Bolts", .bolts, []),
      ("BoltsLater", .bolts, [.laterHandlers]), ("Callbacks", .callbacks, []),
    ].flatMap { (folder, vocabulary, assumptions: Set<Assumption>) in
      Goal.allCases.map {
        Program(vocabulary: vocabulary, folder: folder, goal: $0, assumptions: assumptions)
      }
    }

    private static let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures")

    func sources(_ stage: String) throws -> [(path: String, text: String)] {
      let url = url(stage)
      return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
        .filter { $0.hasSuffix(".swift") }
        .map {
          ("\(folder)/\($0)", try String(contentsOf: url.appending(path: $0), encoding: .utf8))
        }
    }

    func url(_ stage: String) -> URL { Self.root.appending(path: "\(folder)/\(stage)") }
    var stage: String { goal == .promises ? "Promises" : "Async" }
  }

  @Test("M3: the fixtures are as they are written now", arguments: Program.all)
  func written(_ program: Program) throws {
    let before = try program.sources("Before")
    let rewriting = Rewriting(
      sources: before, from: program.vocabulary, to: program.goal, assuming: program.assumptions)
    #expect(rewriting.files.allSatisfy { $0.error == nil })
    if ProcessInfo.processInfo.environment["MIGRATE_RECORD"] != nil {
      for file in rewriting.files {
        let name = (file.path as NSString).lastPathComponent
        try file.after.write(
          to: program.url(program.stage).appending(path: name), atomically: true, encoding: .utf8)
      }
    }
    let recorded = try program.sources(program.stage)
    #expect(recorded.map(\.path) == rewriting.files.map(\.path))
    for (file, recorded) in zip(rewriting.files, recorded) {
      #expect(file.after == recorded.text, "\(file.path)")
    }
  }

  @Test("M2: again is no change", arguments: Program.all)
  func again(_ program: Program) throws {
    let once = Rewriting(
      sources: try program.sources("Before"), from: program.vocabulary, to: program.goal,
      assuming: program.assumptions)
    let twice = Rewriting(
      sources: once.files.map { ($0.path, $0.after) }, from: program.vocabulary, to: program.goal,
      assuming: program.assumptions)
    for file in twice.changed { Issue.record("\(file.diff)") }
  }
}
