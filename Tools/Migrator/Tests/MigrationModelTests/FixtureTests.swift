// The code that the package of fixtures tests is exactly what the migrator writes.

import Foundation
import SwiftParser
import SwiftSyntax
import Testing

@testable import MigrationModel

@Suite("Fixtures: the tested code is the migrator's output")
struct FixtureTests {
  struct Program: CustomTestStringConvertible, Sendable {
    let name: String
    let vocabulary: Vocabulary
    let assumptions: Set<Assumption>
    let goal: Goal
    /// The folders of the handwritten program and of the recorded output.
    let (before, after): (URL, URL)
    /// The relative path from the recorded output to the handwritten program.
    let link: String

    var testDescription: String { "\(name) to \(goal.rawValue)" }

    static let all = fixtures + apps

    /// A folder of small programs for each vocabulary.
    private static let fixtures = [
      ("PromiseKit", Vocabulary.promisekit, []), ("Google", .google, []), ("Bolts", .bolts, []),
      ("BoltsLater", .bolts, [.laterHandlers]), ("Callbacks", .callbacks, []),
      // Promises of this library, rewritten to async functions.
      ("Own", .callbacks, []),
    ].flatMap { (name, vocabulary, assumptions: Set<Assumption>) in
      let before = root.appending(path: "\(name)/Before")
      return programs(name, vocabulary, assumptions, before, name, "../Before")
    }

    /// The apps of the examples, with their tests.
    private static let apps = [
      ("PromiseKitApp", Vocabulary.promisekit, [.defaultSettings]),
      ("GooglePromisesApp", .google, []), ("BoltsApp", .bolts, [.laterHandlers]),
    ].flatMap { (name, vocabulary, assumptions: Set<Assumption>) in
      let before = root.appending(path: "../../../Examples/\(name)/App").standardizedFileURL
      let link = "../../../../../../Examples/\(name)/App"
      return programs(name, vocabulary, assumptions, before, "Apps/\(name)", link)
    }

    private static func programs(
      _ name: String, _ vocabulary: Vocabulary, _ assumptions: Set<Assumption>, _ before: URL,
      _ folder: String, _ link: String
    ) -> [Program] {
      Goal.allCases.map { goal in
        let stage = goal == .promises ? "Promises" : "Async"
        return Program(
          name: name, vocabulary: vocabulary, assumptions: assumptions, goal: goal,
          before: before, after: root.appending(path: "\(folder)/\(stage)"), link: link)
      }
    }

    private static let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures")

    /// The file with tests of a library's settings, which isn't rewritten but linked.
    private static let left = "ConfigurationTests.swift"

    func sources(in folder: URL) throws -> [(path: String, text: String)] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        .filter { $0.hasSuffix(".swift") && $0 != Self.left }
        .map {
          ("\(name)/\($0)", try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
        }
    }

    func rewriting(of sources: [(path: String, text: String)]) -> Rewriting {
      Rewriting(sources: sources, from: vocabulary, to: goal, assuming: assumptions)
    }

    /// Records the current output, with links to files that don't change.
    func record(_ rewriting: Rewriting) throws {
      try FileManager.default.createDirectory(at: after, withIntermediateDirectories: true)
      for old in try sources(in: after) {
        try FileManager.default.removeItem(at: after.appending(path: old.path.fileName))
      }
      for file in rewriting.files {
        let name = file.path.fileName
        if file.after == file.before {
          try FileManager.default.createSymbolicLink(
            atPath: after.appending(path: name).path,
            withDestinationPath: "\(link)/\(name)")
        } else {
          try Data(file.after.utf8).write(to: after.appending(path: name))
        }
      }
    }
  }

  @Test("M3: the recorded fixtures match the current output", arguments: Program.all)
  func written(_ program: Program) throws {
    let rewriting = program.rewriting(of: try program.sources(in: program.before))
    #expect(rewriting.files.allSatisfy { $0.error == nil })
    if ProcessInfo.processInfo.environment["MIGRATE_RECORD"] != nil {
      try program.record(rewriting)
    }
    let recorded = try program.sources(in: program.after)
    #expect(recorded.map(\.path) == rewriting.files.map(\.path))
    for (file, recorded) in zip(rewriting.files, recorded) {
      #expect(file.after == recorded.text, "\(file.path)")
    }
  }

  @Test("M2: all comments are kept", arguments: Program.all)
  func comments(_ program: Program) throws {
    for file in program.rewriting(of: try program.sources(in: program.before)).files {
      // Only words are compared, because the lines of a moved comment may start differently.
      func words(_ text: String) -> [Substring] {
        text.split { !($0.isLetter || $0.isNumber) }
      }
      let after = words(comments(of: file.after).joined(separator: " ")).joined(separator: " ")
      for comment in comments(of: file.before) {
        let text = words(comment).joined(separator: " ")
        #expect(after.contains(text), "\(file.path): \(comment)")
      }
    }
  }

  private func comments(of text: String) -> [String] {
    Parser.parse(source: text).tokens(viewMode: .sourceAccurate)
      .flatMap { Array($0.leadingTrivia) + Array($0.trailingTrivia) }
      .compactMap { piece in
        switch piece {
        case .lineComment(let text), .docLineComment(let text), .blockComment(let text),
          .docBlockComment(let text):
          text
        default: nil
        }
      }
  }

  @Test("M2: a second rewrite changes nothing", arguments: Program.all)
  func again(_ program: Program) throws {
    let once = program.rewriting(of: try program.sources(in: program.before))
    let twice = program.rewriting(of: once.files.map { ($0.path, $0.after) })
    for file in twice.changed { Issue.record("\(file.diff)") }
  }
}

extension String {
  fileprivate var fileName: String { (self as NSString).lastPathComponent }
}
