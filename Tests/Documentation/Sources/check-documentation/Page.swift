// Every symbol has its place among the topics.

import Foundation

/// A page as docc has made it.
struct Page: Decodable {
  struct TopicSection: Decodable {
    let title: String?
    let identifiers: [String]
    /// Whether docc made the section of what was in no other.
    let generated: Bool?
  }

  let topicSections: [TopicSection]?

  /// What a page of topics does not mention. Pages that nobody sorted are left to docc, but for
  /// those of the modules.
  private func leftOvers(isModule: Bool) -> [String] {
    let sections = topicSections ?? []
    guard isModule || sections.contains(where: { $0.generated != true }) else { return [] }
    // What conforms to a protocol of somebody else's also stands on a page that no link reaches.
    return sections.filter { $0.generated == true }.flatMap(\.identifiers)
      .filter { !$0.hasSuffix("-Implementations") }
  }

  static func problems(in archive: URL) throws -> [String] {
    let modules = archive.appending(path: "data/documentation")
    return try files(in: modules, "json").flatMap { file in
      let page = try JSONDecoder().decode(Page.self, from: Data(contentsOf: file))
      // The vocabularies of other libraries stand in the order that docc gives them.
      let isOurs = file.lastPathComponent.hasPrefix("asyncpromises")
      let isModule = file.deletingLastPathComponent().path() == modules.path() + "/"
      return page.leftOvers(isModule: isModule && isOurs).map {
        "\($0) stands in none of the topics"
      }
    }
  }
}
