// The names of promises that stay google/promises', in files that move.

import SwiftSyntax

/// Finds `Promise` in types and expressions, and other names there.
final class PromiseNames: SyntaxVisitor {
  private(set) var promises: [Syntax] = []
  private(set) var others: Set<String> = []

  static func find(in node: some SyntaxProtocol) -> PromiseNames {
    let finder = PromiseNames(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    add(node, named: node.name)
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    add(node, named: node.name)
    return .visitChildren
  }

  private func add(_ type: some TypeSyntaxProtocol, named name: TokenSyntax) {
    if name.text == "Promise" {
      promises.append(Syntax(type))
    } else {
      others.insert(name.identifierText)
    }
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
    if isMember { return .visitChildren }
    if node.baseName.text == "Promise" {
      promises.append(Syntax(node))
    } else {
      others.insert(node.baseName.identifierText)
    }
    return .visitChildren
  }
}

/// Names google/promises' module for each promise that stays, in a file that moves.
final class StayingNames: SyntaxVisitor {
  private let typer: Typer
  private var edits = Edits()

  static func edits(in typer: Typer) -> Edits {
    let finder = StayingNames(typer)
    if !typer.staying.isEmpty { finder.walk(typer.file.tree) }
    return finder.edits
  }

  private init(_ typer: Typer) {
    self.typer = typer
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    name(node)
    if typer.stays(node) { edits.addOwnArguments(to: node, .google) }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if Library.google.typeNames.contains(node.baseName.text) { name(node) }
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    if typer.stays(node), node.baseType.trimmedDescription != Library.google.facade {
      edits.replace(node.baseType, with: Library.google.facade)
    }
    return .visitChildren
  }

  private func name(_ node: some SyntaxProtocol) {
    if typer.stays(node) { edits.insert("\(Library.google.facade).", before: node) }
  }
}

extension Edits {
  /// In an extension of a generic type, the type's name alone means the extended type, but its
  /// qualified name doesn't.
  mutating func addOwnArguments(to type: IdentifierTypeSyntax, _ library: Library) {
    guard type.genericArgumentClause == nil, type.parent?.is(ExtensionDeclSyntax.self) != true,
      let extended = Syntax(type).enclosingExtension?.extendedType.nameWithoutArguments,
      extended.split(separator: ".").last.map(String.init) == type.name.identifierText
    else { return }
    insert(library == .promiseKit ? "<T>" : "<Value>", after: type.name)
  }
}
