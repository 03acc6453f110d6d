// The list of all articles.

import Foundation

/// The first page: the modules, and what their articles are about.
struct Index {
  static let path = "README.md"

  let articles: [Article]

  func page() throws -> String {
    let others = Set(articles.map(\.module)).subtracting([Article.library]).sorted()
    let sections = try ([Article.library] + others).map(section)
    let head = """
      <!-- Rendered from Sources/*/*.docc by: \(Rendering.command) -->

      # Documentation

      The articles of every module, to read here. The site that `.ci/documentation` builds has them
      with the reference of all symbols.
      """
    return ([head] + sections).joined(separator: "\n\n") + "\n"
  }

  private func section(of module: String) throws -> String {
    let own = articles.filter { $0.module == module }
    guard let first = own.first(where: \.isModule) else {
      throw Problem(description: "\(module) has no page of its own")
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

  /// Those that have copies, as the module's page lists them.
  private func sorted(_ articles: [Article], by page: Article) -> [Article] {
    let order = page.text.matches(of: #/(?m)^- <doc:(\w+)>/#).map { String($0.output.1) }
    return articles.filter { $0.hasPage && !$0.isModule }.sorted {
      let first = order.firstIndex(of: $0.name) ?? order.count
      let second = order.firstIndex(of: $1.name) ?? order.count
      return (first, $0.name) < (second, $1.name)
    }
  }

  /// An abstract stands in the index like the module's page of the library.
  private func prose(_ text: String) throws -> String {
    let place = Article(module: Article.library, name: Article.library, text: "")
    return try Rendering(article: place, articles: articles).prose(text)
  }
}
