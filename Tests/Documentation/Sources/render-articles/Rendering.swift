// Renders an article without docc's extensions to Markdown.

import Foundation
import Markdown

/// An article, to render as plain Markdown.
struct Rendering {
  static let command = "swift run --package-path Tests/Documentation render-articles Documentation"

  nonisolated(unsafe) static let directives =
    #/(?m)^@[A-Z]\w*(?:\([^)]*\))?(?: *\{\n(?:.*\n)*?\})?\n+/#

  let article: Article
  let articles: [Article]

  func page() throws -> String {
    let parts = try Part.all(in: article.text).map { $0.isCode ? code($0) : try prose($0.text) }
    let text = withoutTopicsOfSymbols(parts.joined(separator: "\n"))
      .replacing(#/\n{3,}/#, with: "\n\n").trimmingCharacters(in: .newlines)
    return "<!-- Rendered from \(article.source) by: \(Self.command) -->\n\n\(text)\n"
  }

  /// The block, with only the language after its opening fence.
  private func code(_ part: Part) -> String {
    let fence = part.lines[0].replacing(#/(```\w+) .*/#) { $0.output.1 }
    return ([fence] + part.lines.dropFirst()).joined(separator: "\n")
  }

  // Code is matched first, so that symbols and code in it stay as they are.
  func prose(_ text: String) throws -> String {
    var text = text.replacing(Self.directives, with: "")
    text = text.replacing(#/(?m)^<!--[\s\S]*?-->(?:\n|$)/#, with: "")
    let pattern =
      #/``([^`]+)``|(`[^`]+`)|<doc:([^>]+)>|\]\(doc:([^)]+)\)|!\[([^\]]*)\]\(([^):]+)\)/#
    return try text.replacing(pattern) { match in
      if let symbol = match.output.1 { return code(forSymbol: String(symbol)) }
      if let code = match.output.2 { return String(code) }
      if let link = match.output.3 { return try self.link(to: String(link)) }
      if let target = match.output.4 { return "](\(try destination(of: String(target)).path))" }
      guard let alternative = match.output.5, let image = match.output.6 else { return "" }
      return picture(String(image), alternative: String(alternative.replacing("\n", with: " ")))
    }
  }

  /// `Promise.map(_:)` for `Promise/map(fileID:line:_:)-4fk2`, and a link for a module.
  private func code(forSymbol symbol: String) -> String {
    if symbol.hasPrefix("/"),
      let module = articles.first(where: { $0.isModule && "/\($0.name)" == symbol })
    {
      return "[`\(module.name)`](\(relative(module.path)))"
    }
    let modules = Set(articles.map(\.module) + ["_Concurrency", "Swift"])
    let path = symbol.replacing(#/-(?:\(.*|[0-9a-z]+)$/#, with: "")
      .replacing(#/\b(?:fileID|line|isolation|rank):/#.wordBoundaryKind(.simple), with: "")
    var names = path.split(separator: "/")
    while names.count > 1, modules.contains(String(names[0])) { names.removeFirst() }
    return "`\(names.joined(separator: "."))`"
  }

  private func link(to target: String) throws -> String {
    let (article, path) = try destination(of: target)
    return "[\(article.title)](\(path))"
  }

  private func destination(of target: String) throws -> (article: Article, path: String) {
    let parts = target.split(separator: "#", maxSplits: 1)
    let name = parts[0].split(separator: "/").last.map(String.init)
    guard let article = articles.first(where: { $0.name == name }) else {
      throw Problem(description: "\(article.source) links to \(target), which isn't an article")
    }
    let anchor = parts.count > 1 ? "#\(parts[1].lowercased())" : ""
    return (article, relative(article.path) + anchor)
  }

  private func relative(_ path: String) -> String {
    guard article.path.contains("/") else { return path }
    let folder = "\(article.module)/"
    return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : "../\(path)"
  }

  /// The picture at its current path, in both palettes if it has two.
  private func picture(_ name: String, alternative: String) -> String {
    let catalog = "Sources/\(article.module)/\(article.module).docc/"
    let dark = name.replacing(#/(\.\w+)$/#) { "~dark\($0.output.1)" }
    let image = "<img alt=\"\(alternative)\" src=\"../\(relative(catalog + name))\">"
    guard FileManager.default.fileExists(atPath: catalog + dark) else { return image }
    return """
      <picture>
        <source media="(prefers-color-scheme: dark)" srcset="../\(relative(catalog + dark))">
        \(image)
      </picture>
      """
  }

  /// Removes lists of symbols from the topics, and keeps lists of articles.
  private func withoutTopicsOfSymbols(_ text: String) -> String {
    text.components(separatedBy: "\n## ").compactMap { section in
      guard section.hasPrefix("Topics\n") else { return section }
      let lists = section.components(separatedBy: "\n### ").dropFirst().filter {
        $0.contains("\n- [")
      }
      return lists.isEmpty ? nil : (["Topics\n"] + lists).joined(separator: "\n### ")
    }.joined(separator: "\n## ")
  }
}
