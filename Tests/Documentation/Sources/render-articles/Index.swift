// Lists all articles.

import Foundation

/// The start page: the modules, with the abstracts of their articles.
struct Index {
  static let path = "README.md"

  let articles: [Article]

  func page() throws -> String {
    let others = Set(articles.map(\.module)).subtracting([Article.library]).sorted()
    let sections = try ([Article.library] + others).map(section)
    let head = """
      <!-- Rendered from Sources/*/*.docc by: \(Rendering.command) -->

      # Documentation

      The articles of all modules. The site that `.ci/documentation` builds also has a reference of
      all symbols.
      """
    return ([head] + sections).joined(separator: "\n\n") + "\n"
  }

  private func section(of module: String) throws -> String {
    let own = articles.filter { $0.module == module }
    guard let first = own.first(where: \.isModule) else {
      throw Problem(description: "\(module) has no page for the module itself")
    }
    let items = try sorted(own, by: first).map { article in
      let abstract = try prose(article.abstract).replacing("\n", with: " ")
      return "- [\(article.title)](\(article.path)): \(abstract)"
    }
    let abstract = try prose(first.abstract)
    guard first.hasPage else {
      return "## \(module)\n\n\(abstract)\n\n\(items.joined(separator: "\n"))"
    }
    let more = items.isEmpty ? "" : "\n\n" + items.joined(separator: "\n")
    return "## [\(module)](\(first.path))\n\n\(abstract)\(more)"
  }

  /// The articles that are copied, in the order of the module's page.
  private func sorted(_ articles: [Article], by page: Article) -> [Article] {
    let order = page.text.matches(of: #/(?m)^- <doc:(\w+)>/#).map { String($0.output.1) }
    return articles.filter { $0.hasPage && !$0.isModule }.sorted {
      let first = order.firstIndex(of: $0.name) ?? order.count
      let second = order.firstIndex(of: $1.name) ?? order.count
      return (first, $0.name) < (second, $1.name)
    }
  }

  /// Renders an abstract for the index, whose links are relative to the same folder as those of the
  /// library's own page.
  private func prose(_ text: String) throws -> String {
    let place = Article(module: Article.library, name: Article.library, text: "")
    return try Rendering(article: place, articles: articles).prose(text)
  }
}
