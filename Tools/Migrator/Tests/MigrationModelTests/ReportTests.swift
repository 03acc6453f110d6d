// The text, the JSON, and the progress since an earlier report.

import Foundation
import Testing

@testable import MigrationModel

@Suite("Reports")
struct ReportTests {
  private static let sample = [
    "App/Feed.swift": """
    import PromiseKit

    @MainActor final class Feed {
      var rows: [Int] = []
      func posts() -> Promise<[Int]> { .value([1]) }
      func reload() {
        firstly {
          posts()
        }.done { [weak self] in
          self?.rows = $0
        }.catch { error in
          print(error)
        }
        posts().map(on: .global()) { $0.count }.cauterize()
        other().done { _ in }
      }
      func load(completion: @escaping (Int?, Error?) -> Void) {}
      func save(completion: @escaping (Error?, Int?) -> Void) {}
    }
    """,
    "Core/Store.swift": "import BoltsSwift\nfunc store() -> Task<Int> { Task(1) }\n",
    "Core/Broken.swift": "import PromiseKit\nfunc f( {\n",
  ]

  @Test("The text")
  func text() throws {
    let text = report(Self.sample).text(isVerbose: false)
    try expectGolden(text, "report.txt")
  }

  @Test("The JSON, which can be read back")
  func json() throws {
    let report = report(Self.sample)
    let json = try report.json()
    try expectGolden(json, "report.json")
    #expect(try Report.read(Data(json.utf8), from: "report").json() == json)
  }

  @Test("Only the first places of a reason are listed, unless the report is verbose")
  func places() {
    let report = promiseKit(
      "@MainActor func f() {\n" + String(repeating: "load().map(on: nil) { $0 }\n", count: 5) + "}")
    let brief = report.text(isVerbose: false)
    #expect(brief.contains("App/Text.swift:5:8  map") && !brief.contains("App/Text.swift:6:8"))
    #expect(brief.contains("and 2 more"))
    #expect(report.text(isVerbose: true).contains("App/Text.swift:7:8  map"))
  }

  @Test("Nothing to migrate")
  func nothing() {
    #expect(
      report(["a.swift": "let a = 1\n"]).text(isVerbose: false).contains("nothing to migrate"))
  }

  @Test("The progress by library, including one that is no longer used")
  func progress() {
    let before = report(Self.sample)
    var now = Self.sample
    now["Core/Store.swift"] = nil
    now["App/Feed.swift"] = "import PromiseKit\nfunc f(_ p: Promise<Int>) { p.done { _ in } }"
    var after = report(now)
    after.progress = Progress(from: before, to: after)
    let text = after.text(isVerbose: false)
    #expect(
      text.contains("PromiseKit, since then\n  files that import: 2 → 2\n  chains: 2 → 1 (-1)"))
    #expect(text.contains("Bolts, since then\n  files that import: 1 → 0 (-1)"))
    #expect(text.contains("Callbacks, since then\n  functions: 2 → 0 (-2)"))
  }

  @Test(
    "An invalid report is refused", arguments: ["", "{}", "[1]", "{\"version\": 1}"])
  func malformed(text: String) {
    #expect(throws: EarlierReportError.self) { try Report.read(Data(text.utf8), from: "old.json") }
  }

  @Test("A report of another version is refused")
  func version() throws {
    var old = report(Self.sample)
    old.version = 2
    let json = try old.json()
    #expect(throws: EarlierReportError.self) { try Report.read(Data(json.utf8), from: "old.json") }
  }

  @Test("Each reason has its own sentence, and a lowercase identifier")
  func reasons() {
    #expect(Set(Reason.allCases.map(\.sentence)).count == Reason.allCases.count)
    #expect(Reason.allCases.allSatisfy { $0.rawValue == $0.rawValue.lowercased() })
  }
}
