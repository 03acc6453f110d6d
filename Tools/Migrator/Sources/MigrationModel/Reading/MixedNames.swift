// Whose type an unqualified `Promise` is, in a file with promises of this library and of a facade.

import SwiftSyntax

/// The two forms of such a file. An import of a single declaration decides between them:
///
///     import struct AsyncPromises.Promise        // `Promise` and `PromiseKitCompat.Promise`
///     import class PromiseKitCompat.Promise      // `AsyncPromises.Promise` and `Promise`
///
/// A rewrite reads and writes the first form. A file in which more stays than moves is kept in the
/// second one, which leaves the code that stays as it was.
enum MixedNames {
  /// The first form of a file.
  static func ours(_ text: String) -> String {
    for facade in Library.allCases.map(\.facade) where text.contains("import class \(facade).") {
      if let other = Swap(text, from: facade, to: Library.own.facade).result { return other }
    }
    return text
  }

  /// The second form of a file that has both libraries' names.
  static func theirs(_ text: String, _ library: Library) -> String? {
    Swap(text, from: Library.own.facade, to: library.facade).result
  }

  /// Drops the name of one module, and writes that of the other one instead.
  private final class Swap: SyntaxVisitor {
    private let (from, to): (String, String)
    /// The types that the file imports on their own.
    private var names: Set<String> = []
    private var importsOther = false
    private var edits = Edits()
    private let text: String

    init(_ text: String, from: String, to: String) {
      (self.text, self.from, self.to) = (text, from, to)
      super.init(viewMode: .sourceAccurate)
    }

    /// The text in the other form; nil if this isn't that of a file with both libraries' names.
    var result: String? {
      walk(SourceFile.parse(text))
      guard !names.isEmpty, importsOther else { return nil }
      return try? edits.applied(to: text)
    }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
      guard let module = node.path.first?.name else { return .skipChildren }
      guard let kind = node.importKindSpecifier, node.path.count == 2, module.text == from,
        let name = node.path.last?.name.text
      else {
        importsOther = importsOther || node.path.count == 1 && module.text == to
        return .skipChildren
      }
      names.insert(name)
      edits.replace(module, with: to)
      // A facade's classes are this library's structs. Both have enumerations.
      if let other = ["class": "struct", "struct": "class"][kind.text] {
        edits.replace(kind, with: other)
      }
      return .skipChildren
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
      if names.contains(node.name.text) {
        edits.insert("\(from).", before: node)
        if from == Library.own.facade { edits.addOwnArguments(to: node, .own) }
      }
      return .visitChildren
    }

    override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
      guard node.baseType.trimmedDescription == to, names.contains(node.name.text) else {
        return .visitChildren
      }
      drop(node.baseType, before: node.name)
      return .visitChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
      let member = node.parent?.as(MemberAccessExprSyntax.self)
      guard names.contains(node.baseName.text) else { return .visitChildren }
      if member?.declName.id != node.id {
        edits.insert("\(from).", before: node)
      } else if let base = member?.base, base.trimmedDescription == to {
        drop(base, before: node.baseName)
      }
      return .visitChildren
    }

    private func drop(_ module: some SyntaxProtocol, before name: TokenSyntax) {
      edits.remove(
        from: module.positionAfterSkippingLeadingTrivia,
        to: name.positionAfterSkippingLeadingTrivia)
    }
  }
}
