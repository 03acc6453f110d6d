// The articles of all catalogs, and where their copies stand.

import Foundation
import Markdown

/// A page of a catalog.
struct Article {
  /// The module whose articles need no folder of their own.
  static let library = "AsyncPromises"

  let module: String
  let name: String
  /// What the file holds.
  let text: String

  /// The file, from the root of the package.
  var source: String { "Sources/\(module)/\(module).docc/\(name).md" }

  var isModule: Bool { name == module }

  /// Whether there is anything to read: pages that only sort symbols have no copy, and the index
  /// takes the place of the library's own.
  var hasPage: Bool { !(isModule && module == Self.library) && !abstract.isEmpty }

  /// The copy, from the folder of all copies.
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
