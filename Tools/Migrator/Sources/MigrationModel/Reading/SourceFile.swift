// A parsed file, with its imports and the places in it.

import SwiftParser
import SwiftSyntax

/// A place in the sources.
package struct Place: Codable, Hashable, Sendable, Comparable {
  package let file: String
  package let line: Int
  package let column: Int

  package static func < (left: Place, right: Place) -> Bool {
    (left.file, left.line, left.column) < (right.file, right.line, right.column)
  }
}

/// A file that was read and parsed.
final class SourceFile: Sendable {
  let found: FoundFile
  /// The text as it was read.
  let original: String
  /// The same, with unqualified names that are this library's, and with an extension for each
  /// member that a promise has in one.
  let text: String
  let tree: SourceFileSyntax
  let imports: FileImports
  private let converter: SourceLocationConverter

  var path: String { found.path }
  var module: ModuleName { found.module }
  var isSwift5: Bool { found.isSwift5 }
  /// Whether it belongs to tests, which may assign settings that the program never does.
  var isTests: Bool {
    module.isTests || !imports.modules.isDisjoint(with: ["XCTest", "Testing"])
      || path.split(separator: "/").dropLast().contains { $0.hasSuffix("Tests") }
  }

  private static let nestingLimit = 4096

  init(_ found: FoundFile, text: String) {
    self.found = found
    original = text
    let ours = MixedNames.ours(text)
    let whole = Self.parse(ours)
    self.text = ExtensionParts.split(ours, whole)
    tree = self.text == ours ? whole : Self.parse(self.text)
    imports = FileImports(tree, in: found)
    converter = SourceLocationConverter(fileName: found.path, tree: tree)
  }

  /// The stack is large: see `Parallel`.
  static func parse(_ text: String) -> SourceFileSyntax {
    var bytes = text
    return bytes.withUTF8 { Parser.parse(source: $0, maximumNestingLevel: nestingLimit) }
  }

  /// The UTF-8 offsets of a line, which is counted from 1.
  func range(ofLine line: Int) -> Range<Int> {
    let start = converter.position(ofLine: line, column: 1)
    return start.utf8Offset..<converter.position(ofLine: line + 1, column: 1).utf8Offset
  }

  func place(of node: some SyntaxProtocol) -> Place {
    let location = converter.location(for: node.positionAfterSkippingLeadingTrivia)
    return Place(file: path, line: location.line, column: location.column)
  }
}

/// The imports of a file.
struct FileImports: Sendable {
  private(set) var modules: Set<String> = []
  /// Modules that the file's module re-exports to its importers.
  private(set) var exported: Set<String> = []
  /// For imports of a single declaration (`import struct A.B`), the module by the declaration's
  /// name.
  private(set) var declarations: [String: String] = [:]
  private let aliases: [String: Library]

  init(_ tree: SourceFileSyntax, in file: FoundFile) {
    aliases = file.aliases
    // The files of a module with a library's names need no import.
    if let library = aliases[file.module.name] { modules.insert(library.original) }
    var lists = [tree.statements]
    while let list = lists.popLast() {
      for statement in list {
        if let condition = statement.item.as(IfConfigDeclSyntax.self) {
          for clause in condition.clauses {
            if case .statements(let inner)? = clause.elements { lists.append(inner) }
          }
        } else if let declaration = statement.item.as(ImportDeclSyntax.self) {
          add(declaration)
        }
      }
    }
  }

  private mutating func add(_ declaration: ImportDeclSyntax) {
    let path = declaration.path.map { $0.name.text }
    guard let name = path.first else { return }
    let module = aliases[name]?.original ?? name
    modules.insert(module)
    if declaration.importKindSpecifier != nil, path.count > 1, let name = path.last {
      declarations[name] = module
    }
    let isExported = declaration.attributes.contains { attribute in
      attribute.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "_exported"
    }
    if isExported { exported.insert(module) }
  }

  var libraries: Set<Library> { Set(modules.compactMap { Library(module: $0) }) }

  /// The library that the name of a module stands for.
  func library(_ module: String) -> Library? { aliases[module] ?? Library(module: module) }
}
