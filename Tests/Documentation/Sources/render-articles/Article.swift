// The articles of all catalogs, and the paths of their copies.

import Foundation
import Markdown

/// An article in a catalog.
struct Article {
  /// The module whose copies are at the top level.
  static let library = "AsyncPromises"

  let module: String
  let name: String
  /// The contents of the file.
  let text: String

  /// The path of the file from the root of the package.
  var source: String { "Sources/\(module)/\(module).docc/\(name).md" }

  var isModule: Bool { name == module }

  /// Whether the article is copied. Pages that only group symbols aren't, and the index replaces
  /// the library's own page.
  var hasPage: Bool { !(isModule && module == Self.library) && !abstract.isEmpty }

  /// The path of the copy in the folder of copies.
  var path: String {
    if isModule, module == Self.library { return Index.path }
    return module == Self.library ? "\(name).md" : "\(module)/\(name).md"
  }

  var title: String {
    let first = text.prefix { $0 != "\n" }
    return String(first.dropFirst(2)).replacing("``", with: "")
  }

  /// The first paragraph.
  var abstract: String {
    let text = text.replacing(Rendering.directives, with: "")
    let paragraphs = text.components(separatedBy: "\n\n").dropFirst()
    let first = paragraphs.first?.trimmingCharacters(in: .newlines) ?? ""
    return first.hasPrefix("#") ? "" : first
  }

  static func all() throws -> [Article] {
    let sources = URL(filePath: "Sources")
    return try names(in: sources).flatMap { module in
      let catalog = sources.appending(path: "\(module)/\(module).docc")
      return try names(in: catalog).filter { $0.hasSuffix(".md") }.map { file in
        let text = try String(contentsOf: catalog.appending(path: file), encoding: .utf8)
        return Article(module: module, name: String(file.dropLast(3)), text: text)
      }
    }
  }

  private static func names(in folder: URL) throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder.path()) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
  }
}
