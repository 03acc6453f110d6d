// Initializers in extensions of promises, which are structs in this library.

import SwiftSyntax

/// Removes `convenience`, which only classes have.
final class ExtensionInitializers: SyntaxVisitor {
  private let typer: Typer
  private let library: Library
  private var edits = Edits()

  static func edits(in typer: Typer, _ library: Library) -> Edits {
    let finder = ExtensionInitializers(typer, library)
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

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    for modifier in node.modifiers where modifier.name.tokenKind == .keyword(.convenience) {
      let next = modifier.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
      edits.remove(
        from: modifier.positionAfterSkippingLeadingTrivia,
        to: next?.positionAfterSkippingLeadingTrivia ?? modifier.endPosition)
    }
    return .skipChildren
  }
}
