// Checks that every guarantee has tests, and that tests cite only existing guarantees.

import Foundation

/// An item of the article on guarantees: its number, and the test files and checks that it names.
struct Guarantee {
  let number: String
  let tests: [String]

  private static let article = URL(
    filePath: "Sources/AsyncPromises/AsyncPromises.docc/Guarantees.md")

  static func problems() throws -> [String] {
    let guarantees = all(in: try String(contentsOf: article, encoding: .utf8))
    let citations = try citations(in: URL(filePath: "Tests"))
    let numbers = Set(guarantees.map(\.number))
    print("\(guarantees.count) guarantees, cited by \(citations.count) test files")
    let untested = guarantees.flatMap { guarantee in
      guarantee.tests.isEmpty
        ? ["\(guarantee.number) names no test file"]
        : guarantee.tests
          .filter { citations[$0]?.contains(guarantee.number) != true }
          .map { "\(guarantee.number) names \($0), where no test cites it" }
    }
    // A letter alone cites its whole section.
    let unknown = citations.flatMap { file, cited in
      cited
        .filter { number in !numbers.contains { $0.hasPrefix(number) } }
        .map { "\(file) cites \($0), which isn't a guarantee" }
    }
    return untested + unknown.sorted()
  }

  private static func all(in article: String) -> [Guarantee] {
    article.components(separatedBy: "\n\n").flatMap { $0.components(separatedBy: "\n- ") }
      .compactMap { item in
        guard let number = item.firstMatch(of: #/^(?:- )?\*\*(\w+)\*\*/#) else { return nil }
        let tests = item.matches(of: #/`(\w+(?:Tests|Races|Chains)|\.ci/\w+)`/#)
        return Guarantee(number: String(number.1), tests: tests.map { String($0.1) })
      }
  }

  /// The guarantees that the titles of tests and races cite, by file name.
  private static func citations(in folder: URL) throws -> [String: Set<String>] {
    var citations: [String: Set<String>] = [:]
    for file in files(in: folder, "swift") {
      let text = try String(contentsOf: file, encoding: .utf8)
      for title in text.matches(of: #/"((?:[A-HNPSTX]\d* )*[A-HNPSTX]\d*): /#) {
        let name = file.deletingPathExtension().lastPathComponent
        citations[name, default: []].formUnion(title.1.split(separator: " ").map(String.init))
      }
    }
    // A check that isn't a test cites guarantees in its comments.
    citations[".ci/platforms"] = try Set(
      String(contentsOf: URL(filePath: ".ci/platforms"), encoding: .utf8)
        .matches(of: #/\bP\d\b/#).map { String($0.output) })
    return citations
  }
}
