// Checks that every symbol is listed under the topics.

import Foundation

/// A page from docc.
struct Page: Decodable {
  struct TopicSection: Decodable {
    let title: String?
    let identifiers: [String]
    /// Whether docc generated the section, for symbols that no other section lists.
    let generated: Bool?
  }

  let topicSections: [TopicSection]?

  /// The symbols that the topics of the page omit. Pages without topics are left to docc, except
  /// those of modules.
  private func leftOvers(isModule: Bool) -> [String] {
    let sections = topicSections ?? []
    guard isModule || sections.contains(where: { $0.generated != true }) else { return [] }
    // Conformances to protocols of other modules are also listed on a page that nothing links to.
    return sections.filter { $0.generated == true }.flatMap(\.identifiers)
      .filter { !$0.hasSuffix("-Implementations") }
  }

  static func problems(in archive: URL) throws -> [String] {
    let modules = archive.appending(path: "data/documentation")
    return try files(in: modules, "json").flatMap { file in
      let page = try JSONDecoder().decode(Page.self, from: Data(contentsOf: file))
      // The compatibility modules keep docc's order.
      let isOurs = file.lastPathComponent.hasPrefix("asyncpromises")
      let isModule = file.deletingLastPathComponent().path() == modules.path() + "/"
      return page.leftOvers(isModule: isModule && isOurs).map {
        "\($0) isn't listed under the topics"
      }
    }
  }
}
