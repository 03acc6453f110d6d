// What a reviewer of a rewrite would object to.

import Testing

@testable import MigrationModel

@Suite("Layout")
struct LayoutTests {
  private func written(
    _ vocabulary: Vocabulary, _ sources: [(path: String, text: String)],
    assuming assumptions: Set<Assumption> = [.swift5, .laterHandlers]
  ) -> [String] {
    let once = Rewriting(
      sources: sources, from: vocabulary, to: .promises, assuming: assumptions
    ).files.map { ($0.path, $0.after) }
    let twice = Rewriting(
      sources: once, from: vocabulary, to: .promises, assuming: assumptions)
    #expect(twice.changed.isEmpty)
    return once.map(\.1)
  }

  private func promiseKit(_ text: String) -> String {
    written(
      .promisekit,
      [("App/A.swift", "import PromiseKit\nfunc load() -> Promise<Int> { .value(1) }\n\(text)")]
    )[0].split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("func load") }.dropFirst().joined(separator: "\n")
  }

  @Test("M2: what several files of a module need is declared once")
  func helpers() {
    let text =
      "import BoltsSwift\nfunc NAME(_ t: [Task<Int>]) -> Task<[Int]> { "
      + "Task.whenAllResult(t).continueOnSuccessWith { $0 } }\n"
    let sources = [("App/A.swift", "a"), ("App/B.swift", "b"), ("Core/C.swift", "c")]
    let files = written(.bolts, sources.map { ($0, text.replacing("NAME", with: $1)) })
    #expect(files[0].contains("\n  static func whenAllResult"))
    #expect(!files[1].contains("func whenAllResult"))
    #expect(files[2].contains("\n  fileprivate static func whenAllResult"))
    // A file that moves later.
    let later = written(.bolts, [("App/A.swift", files[0]), ("App/D.swift", text)])
    #expect(later[1].contains("Promise.whenAllResult(t)"))
    #expect(!later[1].contains("func whenAllResult"))
  }
}
