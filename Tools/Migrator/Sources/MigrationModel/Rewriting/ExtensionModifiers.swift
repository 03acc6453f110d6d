// Modifiers in extensions of promises, which are structs in this library.

import SwiftSyntax

/// Removes `convenience` and `final`, and writes `static` for `class`: only classes have them.
final class ExtensionModifiers: SyntaxVisitor {
  private let typer: Typer
  private let library: Library
  private var edits = Edits()

  static func edits(in typer: Typer, _ library: Library) -> Edits {
    let finder = ExtensionModifiers(typer, library)
    finder.walk(typer.file.tree)
    return finder.edits
  }

  private init(_ typer: Typer, _ library: Library) {
    (self.typer, self.library) = (typer, library)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let isMoved = typer.ownerShape(of: Syntax(node)).promiseType?.library == library
    return isMoved && !typer.stays(node) ? .visitChildren : .skipChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
    switch node.name.tokenKind {
    case .keyword(.class): edits.replace(node.name, with: "static")
    case .keyword(.convenience), .keyword(.final):
      let next = node.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
      edits.remove(
        from: node.positionAfterSkippingLeadingTrivia,
        to: next?.positionAfterSkippingLeadingTrivia ?? node.endPosition)
    default: break
    }
    return .skipChildren
  }

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
