// Odd input: empty files, line endings, comments, conditions, broken and long code.

import Foundation
import Testing

@testable import MigrationModel

@Suite("Odd input")
struct InputTests {
  @Test("An empty file, a byte order mark, and lines that end in CR LF")
  func texts() {
    #expect(report(["App/a.swift": ""]).files == 1)
    let text = "import PromiseKit\nfunc f(_ p: Promise<Int>) {\n  p.done { _ in }\n}\n"
    for variant in ["\u{FEFF}" + text, text.replacing("\n", with: "\r\n")] {
      let report = report(["App/a.swift": variant])
      #expect(
        report.only.chains.map { [$0.line, $0.links[0].line, $0.links[0].column] } == [[3, 3, 5]])
      #expect(report.filesWithSyntaxErrors == [])
    }
  }

  @Test("A chain of 1,000 links, each on a line with a comment")
  func longChain() {
    let links = (0..<1000).map { "\n  // link \($0)\n  .map { /* \($0) */ $0 }" }.joined()
    let report = promiseKit("@MainActor func f() {\nload()\(links)\n}")
    #expect(report.only.chains.map(\.links.count) == [1000])
    #expect(report.only.total.rewritableChains == 1)
    #expect(report.only.chains.first?.links.last?.line == 2003)
  }

  @Test("Closures nested 50 deep")
  func deepClosures() {
    let text =
      String(repeating: "load().then { x in ", count: 50) + "load()"
      + String(repeating: " }", count: 50)
    let report = promiseKit("@MainActor func f() { \(text) }")
    #expect(report.only.total.operators == ["then": 50])
  }

  @Test("`#if` around declarations, and in the middle of a chain")
  func conditions() {
    let report = promiseKit(
      """
      #if os(Linux)
      @MainActor func f() { load().done { use($0) } }
      #else
      @MainActor func g() { load().done { use($0) } }
      #endif
      @MainActor func h() {
        load()
          .map { $0 }
          #if DEBUG
          .get { print($0) }
          #endif
          .done { use($0) }
      }
      """)
    #expect(
      report.verdicts == [
        "load | done: done { … }", "load | done: done { … }",
        "load: held-back | map: map { … } | #if: conditional-compilation | done: done { … }",
      ])
  }

  @Test("Trailing closures with labels, and arguments that are closures")
  func labels() {
    let report = google(
      """
      @MainActor func f() {
        retry(attempts: 1, condition: { _, _ in true }) { load() }.then { next($0) }
        load().then({ next($0) })
      }
      """)
    #expect(
      report.verdicts == [
        "retry: Promise.retry(maxAttempts: …, backoff: …) { _ in … } | then: then { … }",
        "load | then: then { … }",
      ])
  }

  @Test("Syntax errors don't stop the report")
  func broken() {
    let report = promiseKit("@MainActor func f() { load().done { use($0) } }\nfunc g( { ]")
    #expect(report.only.total.chains == 1)
    #expect(report.filesWithSyntaxErrors == ["App/Text.swift"])
  }

  @Test("Constants, classes and type aliases that depend on each other")
  func circles() {
    let report = promiseKit(
      """
      class A: B { let x = y; let y = x }
      class B: A { func f() { x.done { _ in }; other().done { _ in } } }
      typealias C = D; typealias D = C
      func f(_ c: C) { c.done { _ in } }
      """)
    #expect(report.only.total.chains == 0)
  }
}

@Suite("Files")
struct FileTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("migrate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  private func write(_ data: Data, _ path: String) throws {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  @Test("Third-party folders are skipped unless named; a file's path determines its module")
  func folders() throws {
    try withFolder { folder in
      for path in [
        "App/a.swift", "App/Deep/b.swift", "c.swift", "Sources/Core/d.swift", "Pods/e.swift",
        ".build/f.swift", "Carthage/g.swift", "x/checkouts/h.swift", "Tests/CoreTests/i.swift",
        "note.txt",
      ] {
        try write(Data("import PromiseKit\n".utf8), "\(folder)/\(path)")
      }
      let findings = try Analysis.run(paths: [folder])
      #expect(
        findings.files.map { $0.path.dropFirst(folder.count + 1) } == [
          "App/Deep/b.swift", "App/a.swift", "Sources/Core/d.swift", "Tests/CoreTests/i.swift",
          "c.swift",
        ])
      let modules = findings.files.map(\.module)
      #expect(modules.dropLast() == ["App", "App", "Core", "CoreTests"])
      #expect(try Analysis.run(paths: ["\(folder)/Pods", "\(folder)/Pods"]).files.count == 1)
      #expect(try Analysis.run(paths: ["\(folder)/c.swift"]).files.count == 1)
      #expect(throws: InputError.self) { try Analysis.run(paths: ["\(folder)/none"]) }
    }
  }

  @Test("A file that is not UTF-8 is skipped and reported")
  func notText() throws {
    try withFolder { folder in
      try write(Data([0x2F, 0x2F, 0xFF, 0xFE]), "\(folder)/a.swift")
      try write(Data("let a = 1\n".utf8), "\(folder)/b.swift")
      let report = Report(try Analysis.run(paths: [folder]), paths: [folder])
      #expect(report.files == 1)
      #expect(report.skipped == [SkippedFile(file: "\(folder)/a.swift", why: "is not UTF-8")])
      #expect(report.text(isVerbose: false).contains("skipped: \(folder)/a.swift is not UTF-8"))
    }
  }
}
