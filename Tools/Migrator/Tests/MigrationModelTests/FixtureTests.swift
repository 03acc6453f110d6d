// Rewrites the fixtures and the example apps into `Fixtures/Stages`, where the fixture package
// compiles and tests them.

import Foundation
import SwiftParser
import SwiftSyntax
import Testing

@testable import MigrationModel

@Suite("Fixtures")
struct FixtureTests {
  struct Program: CustomTestStringConvertible, Sendable {
    let name: String
    let vocabulary: Vocabulary
    var assumptions: Set<Assumption> = []
    /// The source file that the golden file shows at each stage.
    var excerpt: String?

    var testDescription: String { name }

    static let all = [
      Program(name: "PromiseKit", vocabulary: .promisekit, excerpt: "Recovering.swift"),
      Program(
        name: "PromiseKitSwift5", vocabulary: .promisekit, assumptions: [.swift5],
        excerpt: "Orders.swift"),
      Program(name: "Google", vocabulary: .google, excerpt: "Limits.swift"),
      Program(name: "Bolts", vocabulary: .bolts, excerpt: "Profile.swift"),
      Program(name: "BoltsLater", vocabulary: .bolts, assumptions: [.laterHandlers]),
      Program(name: "Callbacks", vocabulary: .callbacks, excerpt: "Aliases.swift"),
      // Promises of this library, rewritten as async functions.
      Program(name: "Own", vocabulary: .callbacks, excerpt: "Cancelling.swift"),
      // The example apps, with their tests.
      Program(name: "PromiseKitApp", vocabulary: .promisekit, assumptions: [.defaultSettings]),
      Program(name: "GooglePromisesApp", vocabulary: .google),
      Program(name: "BoltsApp", vocabulary: .bolts, assumptions: [.laterHandlers]),
    ]

    private static let fixtures = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures")

    private var isApp: Bool { name.hasSuffix("App") }

    private var before: URL {
      Self.fixtures.appending(
        path: isApp ? "../../../Examples/\(name)/App" : "\(name)/Before")
    }

    /// The file with tests of a library's settings, which is copied but not rewritten.
    private static let left = "ConfigurationTests.swift"

    func sources() throws -> [(path: String, text: String)] {
      try FileManager.default.contentsOfDirectory(atPath: before.path).sorted()
        .filter { $0.hasSuffix(".swift") && $0 != Self.left }
        .map { ($0, try String(contentsOf: before.appending(path: $0), encoding: .utf8)) }
    }

    func rewriting(to goal: Goal) throws -> Rewriting { rewriting(of: try sources(), to: goal) }

    /// In the fixtures, all that can move does, because they show what each rewrite means. The
    /// apps move as a user's code does.
    func rewriting(of sources: [(path: String, text: String)], to goal: Goal) -> Rewriting {
      Rewriting(
        sources: sources, from: vocabulary, to: goal, assuming: assumptions, isWeighing: isApp)
    }

    /// Links each stage of a fixture to its tests, and the first stage to the program.
    func link() throws {
      for stage in isApp ? [] : ["Before", "Promises", "Async"] {
        try link("Tests", to: "\(name)/Tests", at: stage)
        try link("Outcome.swift", to: "Support/Outcome.swift", at: stage)
        if stage == "Before" { try link("Program", to: "\(name)/Before", at: stage) }
      }
    }

    private func link(_ link: String, to path: String, at stage: String) throws {
      let folder = Self.fixtures.appending(path: "Stages/\(name)\(stage)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let link = folder.appending(path: link).path
      guard !FileManager.default.fileExists(atPath: link) else { return }
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: "../../\(path)")
    }

    /// Writes a stage, except for files that haven't changed, so that they aren't recompiled.
    func write(_ rewriting: Rewriting, at stage: String) throws {
      var texts = Dictionary(uniqueKeysWithValues: rewriting.files.map { ($0.path, $0.after) })
      texts[Self.left] = try? String(
        contentsOf: before.appending(path: Self.left), encoding: .utf8)
      let folder = Self.fixtures.appending(path: "Stages/\(name)\(stage)/Program")
      let manager = FileManager.default
      try manager.createDirectory(at: folder, withIntermediateDirectories: true)
      for name in try manager.contentsOfDirectory(atPath: folder.path) where texts[name] == nil {
        try manager.removeItem(at: folder.appending(path: name))
      }
      for (name, text) in texts {
        let url = folder.appending(path: name)
        let data = Data(text.utf8)
        if manager.contents(atPath: url.path) != data { try data.write(to: url) }
      }
    }
  }

  @Test("M3: the stages are written, and match the golden file", arguments: Program.all)
  func written(_ program: Program) throws {
    try program.link()
    var (golden, excerpts) = ("", "")
    for goal in Goal.allCases {
      let rewriting = try program.rewriting(to: goal)
      #expect(rewriting.files.allSatisfy { $0.error == nil })
      let stage = goal.rawValue.capitalized
      try program.write(rewriting, at: stage)
      golden += "\(stage): \(rewriting.figures)"
      for file in rewriting.changed where file.path == program.excerpt {
        if excerpts.isEmpty { excerpts = "\n== Before\n\n\(file.before)" }
        excerpts += "\n== \(stage)\n\n\(file.after)"
      }
    }
    try expectGolden(golden + excerpts, "Fixtures/\(program.name).txt")
  }

  /// A weighed rewrite, as a user's code gets it.
  @Test(
    "M1: a report counts the chains of a rewrite, before it and after it",
    arguments: Program.all.filter { $0.vocabulary.library != nil })
  func figures(_ program: Program) throws {
    let sources = try program.sources()
    func report(_ sources: [(path: String, text: String)]) throws -> Figures? {
      let findings = Analysis.run(
        sources: sources, assuming: program.assumptions, isWeighing: true)
      return Report(findings, paths: []).libraries
        .first { $0.library == program.vocabulary.library }?.total
    }
    let rewriting = Rewriting(
      sources: sources, from: program.vocabulary, to: .promises, assuming: program.assumptions,
      isWeighing: true)
    let before = try #require(try report(sources))
    #expect(before.chains == rewriting.chains)
    #expect(before.rewritableChains == rewriting.rewrittenChains)
    let after = try report(rewriting.files.map { ($0.path, $0.after) })
    let again = Rewriting(
      sources: rewriting.files.map { ($0.path, $0.after) }, from: program.vocabulary, to: .promises,
      assuming: program.assumptions, isWeighing: true)
    #expect(again.chains == (after?.chains ?? 0))
  }

  @Test(
    "M2: all comments are kept, and no more code has two spaces", arguments: Program.all,
    Goal.allCases)
  func comments(_ program: Program, _ goal: Goal) throws {
    for file in try program.rewriting(to: goal).files {
      // Only words are compared, because the lines of a moved comment may start differently.
      func words(_ text: String) -> [Substring] {
        text.split { !($0.isLetter || $0.isNumber) }
      }
      let after = words(comments(of: file.after).joined(separator: " ")).joined(separator: " ")
      for comment in comments(of: file.before) {
        let text = words(comment).joined(separator: " ")
        #expect(after.contains(text), "\(file.path): \(comment)")
      }
      let (before, wide) = (wideSpaces(in: file.before), wideSpaces(in: file.after))
      #expect(before.count >= wide.count, "\(file.path): \(wide)")
    }
  }

  /// The tokens that two or more spaces separate from the next one on the same line.
  private func wideSpaces(in text: String) -> [String] {
    Parser.parse(source: text).tokens(viewMode: .sourceAccurate).compactMap { token in
      guard case .spaces(let count)? = token.trailingTrivia.first, count > 1,
        token.trailingTrivia.count == 1,
        token.nextToken(viewMode: .sourceAccurate)?.leadingTrivia.isEmpty == true
      else { return nil }
      return token.text
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

  @Test("M2: a second rewrite changes nothing", arguments: Program.all, Goal.allCases)
  func again(_ program: Program, _ goal: Goal) throws {
    let once = try program.rewriting(to: goal)
    let twice = program.rewriting(of: once.files.map { ($0.path, $0.after) }, to: goal)
    for file in twice.changed { Issue.record("\(file.diff)") }
  }
}

extension Rewriting {
  /// How much was rewritten, and how many places were left alone, by reason.
  fileprivate var figures: String {
    let reasons = Dictionary(grouping: kept, by: \.reason.rawValue).sorted { $0.key < $1.key }
    return summary.prefix { $0 != "\n" } + "\n"
      + reasons.map { "  \($0.value.count) \($0.key)\n" }.joined()
  }
}
