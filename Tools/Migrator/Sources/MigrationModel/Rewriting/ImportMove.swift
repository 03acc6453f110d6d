// Updates the imports of a rewritten file.

import SwiftSyntax

enum ImportMove {
  /// Imports this library instead of another, or in addition to the other one's facade.
  ///
  /// - Parameters:
  ///   - needsLibrary: whether the file still uses the other library.
  ///   - isExported: whether another file makes the other library's names known in this one.
  ///   - written: all other edits to the file.
  static func edits(
    in file: SourceFile, _ library: Library, needsLibrary: Bool, isExported: Bool, written: Edits
  ) -> Edits {
    let tree = file.tree
    var edits = Edits()
    let finder = ImportFinder(library, file.imports)
    finder.walk(tree)
    guard let first = finder.found.first else {
      // The names are its own module's.
      let shared = needsLibrary || isExported ? library.sharedNames(in: tree, written) : []
      return ownImport(in: tree, besides: (needsLibrary ? [library.facade] : []) + shared)
    }
    func shareNames() {
      guard finder.declarations.isEmpty, let last = finder.found.last else { return }
      let lineBreak = "\n\(first.node.indentation ?? "")"
      let names = library.sharedNames(in: tree, written).map { "\(lineBreak)import \($0)" }
      edits.insert(names.joined(), after: last.node)
    }
    // A file that imports both was rewritten before, and may need the facade for the code that was
    // kept. Files with google/promises are recognized by their imports of single declarations, and
    // never get here.
    if finder.hasOwn, library != .google {
      if needsLibrary { shareNames() }
      return edits
    }
    if needsLibrary {
      // An unqualified `Promise` is this library's.
      for found in finder.found {
        if found.names(library.sharedNames.union(library.typeNames)) {
          edits.replace(found.node, with: "import \(library.facade)")
        } else if found.isOriginal(of: library) {
          edits.replace(found.module, with: library.facade)
        }
      }
      let lineBreak = "\n\(first.node.indentation ?? "")"
      if !finder.hasOwn { edits.insert("import AsyncPromises\(lineBreak)", before: first.node) }
      shareNames()
      return edits
    }
    for (index, found) in finder.found.enumerated() {
      // Each branch of an `#if` needs its own.
      if !finder.hasOwn, index == 0 || found.isConditional {
        edits.replace(found.node, with: "import AsyncPromises")
      } else {
        edits.removeLine(of: found.node)
      }
    }
    return edits
  }
}

extension ImportMove {
  /// Imports Dispatch for what the rewrite declares, where only the library has imported it.
  static func dispatchImport(in file: SourceFile, _ library: Library, written: Edits) -> Edits {
    var edits = Edits()
    let others = file.imports.modules.subtracting(library.modules).subtracting(["AsyncPromises"])
    guard others.isEmpty, written.declaresInterval,
      let first = file.tree.statements.lazy.compactMap({ $0.item.as(ImportDeclSyntax.self) }).first
    else { return edits }
    edits.insert("import Dispatch\n", before: first)
    return edits
  }

  /// Imports this library in addition to the file's other imports.
  ///
  /// - Parameter others: what to import with it.
  static func ownImport(in tree: SourceFileSyntax, besides others: [String] = []) -> Edits {
    var edits = Edits()
    var first: ImportDeclSyntax?
    var named: ImportDeclSyntax?
    for statement in tree.statements {
      guard let node = statement.item.as(ImportDeclSyntax.self) else { continue }
      first = first ?? node
      if node.path.first?.name.text == "AsyncPromises" { named = node }
    }
    guard named?.importKindSpecifier != nil || named == nil else { return edits }
    let lineBreak = "\n\(first?.indentation ?? "")"
    let text = (["AsyncPromises"] + others).map { "import \($0)\(lineBreak)" }.joined()
    if let first {
      edits.insert(text, before: first)
    } else {
      edits.insert("\(text)\n", at: tree.positionAfterHeader)
    }
    return edits
  }
}

extension Library {
  /// The names that an unqualified use in a file means.
  fileprivate func sharedNames(in tree: SourceFileSyntax, _ written: Edits) -> [String] {
    sharedTypes.filter { $0.hasSuffix("Promise") || tree.mentions($0) || written.mention($0) }
  }
}

extension SourceFileSyntax {
  /// The position after the header comment of the file, where the first declaration starts with its
  /// own comments.
  fileprivate var positionAfterHeader: AbsolutePosition {
    var offset = 0
    var end = 0
    for piece in leadingTrivia {
      offset += piece.sourceLength.utf8Length
      if case .newlines(let count) = piece, count > 1 { end = offset }
    }
    return AbsolutePosition(utf8Offset: end)
  }
}

extension Library {
  /// The library's own module, rather than its facade.
  var original: String {
    switch self {
    case .promiseKit: "PromiseKit"
    case .google: "Promises"
    case .bolts: "BoltsSwift"
    case .own: "AsyncPromises"
    }
  }

  /// The names of types that the facade and this library both have.
  var sharedNames: Set<String> { Set(sharedTypes.map(\.lastPart)) }

  /// The same types, as they are imported.
  private var sharedTypes: [String] {
    switch self {
    case .promiseKit: ["struct AsyncPromises.Promise", "struct AsyncPromises.Resolver"]
    case .google: ["struct AsyncPromises.Promise", "enum AsyncPromises.PromiseError"]
    case .bolts, .own: []
    }
  }
}

extension SourceFileSyntax {
  /// Whether the file mentions the last part of a name.
  fileprivate func mentions(_ name: String) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { $0.text == name.lastPart }
  }
}

extension Edits {
  /// Whether the edits write the last part of a name.
  fileprivate func mention(_ name: String) -> Bool {
    list.contains { $0.text.contains(name.lastPart) }
      || declarations.values.contains { $0.contains { $0.contains(name.lastPart) } }
  }
}

extension String {
  fileprivate var lastPart: String { split(separator: ".").last.map(String.init) ?? self }
}

extension Edits {
  /// Removes a declaration with the line break before it, or else with the one after it.
  mutating func removeLine(of node: ImportDeclSyntax) {
    let start = node.positionAfterSkippingLeadingTrivia
    if let blanks = node.indentation, !node.leadingTrivia.isEmpty {
      let before = AbsolutePosition(utf8Offset: max(start.utf8Offset - blanks.utf8.count - 1, 0))
      remove(from: before, to: node.endPositionBeforeTrailingTrivia)
    } else {
      let next = node.lastToken(viewMode: .sourceAccurate)?
        .nextToken(viewMode: .sourceAccurate)?.positionAfterSkippingLeadingTrivia
      remove(from: start, to: next ?? node.endPositionBeforeTrailingTrivia)
    }
  }
}

/// Finds the imports of a library's modules, including those in `#if`.
private final class ImportFinder: SyntaxVisitor {
  struct Found {
    let node: ImportDeclSyntax
    let module: TokenSyntax
    /// Whether it is neither the facade nor one of the library's extensions.
    func isOriginal(of library: Library) -> Bool {
      module.text == library.original || !library.modules.contains(module.text)
    }

    var isConditional: Bool {
      node.ancestorOrSelf { $0.as(IfConfigClauseSyntax.self) } != nil
    }

    /// Whether it imports one of these declarations alone.
    func names(_ declarations: Set<String>) -> Bool {
      node.importKindSpecifier != nil && declarations.contains(node.path.last?.name.text ?? "")
    }
  }

  let library: Library
  private let imports: FileImports
  private(set) var found: [Found] = []
  /// Imports of a single declaration of this library.
  private(set) var declarations: [String] = []
  /// Whether this library is imported.
  private(set) var hasOwn = false

  init(_ library: Library, _ imports: FileImports) {
    self.library = library
    self.imports = imports
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let module = node.path.first?.name else { return .skipChildren }
    if imports.library(module.text) == library {
      found.append(Found(node: node, module: module))
    } else if module.text == "AsyncPromises" {
      if node.importKindSpecifier == nil {
        hasOwn = true
      } else {
        declarations.append(node.path.last?.name.text ?? "")
      }
    }
    return .skipChildren
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    node.item.is(ImportDeclSyntax.self) || node.item.is(IfConfigDeclSyntax.self)
      ? .visitChildren : .skipChildren
  }
}
