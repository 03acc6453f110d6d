// Aliases of promises that stay. Code that moves names the promise itself.

import SwiftSyntax

extension Typer {
  /// The alias that a name refers to, and this library's promise for it, if the alias is just
  /// another name for a promise of a certain value.
  func expansion(
    ofAlias name: String, at node: some SyntaxProtocol, _ library: Library
  ) -> (alias: Member, text: String)? {
    guard let alias = resolver.aliasMember(name, in: context(of: Syntax(node))),
      alias.node.as(TypeAliasDeclSyntax.self)?.genericParameterClause == nil,
      let type = alias.type?.as(IdentifierTypeSyntax.self),
      library.typeNames.contains(type.name.text), let arguments = type.genericArgumentClause,
      case .promise(let kind, let value) = resolver.shape(of: TypeSyntax(type), in: alias.context),
      kind.library == library, kind != .guarantee, value.isKnown, value.promiseInside == nil
    else { return nil }
    return (alias, "Promise\(arguments.trimmedDescription)")
  }

  /// Whether a type is named by an alias that stays.
  func staysAlias(_ type: TypeSyntax) -> Bool {
    resolver.aliasMember(type.nameWithoutArguments, in: context(of: Syntax(type)))
      .map(isHeld) ?? false
  }
}

/// Finds the names of aliases that stay, in code that moves.
final class HeldAliases: SyntaxVisitor {
  private let typer: Typer
  private let library: Library
  private var found: [(name: TokenSyntax, text: String)] = []

  static func names(
    in typer: Typer, _ library: Library
  ) -> [(name: TokenSyntax, text: String)] {
    let finder = HeldAliases(typer, library)
    if !typer.holding.nodes.isEmpty { finder.walk(typer.file.tree) }
    return finder.found
  }

  private init(_ typer: Typer, _ library: Library) {
    (self.typer, self.library) = (typer, library)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    add(node.name)
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if let call = ExprSyntax(node).callOfType, typer.notes.movedHeads.contains(call.id) {
      add(node.baseName)
    }
    return .visitChildren
  }

  /// Closures that the facade calls keep their signatures.
  override func visit(_ node: ClosureSignatureSyntax) -> SyntaxVisitorContinueKind {
    let isKept = node.parent.map { typer.notes.keptClosures.contains($0.id) } ?? false
    return isKept ? .skipChildren : .visitChildren
  }

  private func add(_ name: TokenSyntax) {
    guard !typer.holding.holds(name.offset, in: typer.file),
      let (alias, text) = typer.expansion(ofAlias: name.identifierText, at: name, library),
      typer.isHeld(alias)
    else { return }
    found.append((name, text))
  }
}

extension ExprSyntax {
  /// The call of an initializer or a static member, for the name of a type.
  var callOfType: FunctionCallExprSyntax? {
    let member = parent?.as(MemberAccessExprSyntax.self)
    let callee = member.flatMap { $0.base?.id == id ? ExprSyntax($0) : nil } ?? self
    let call = callee.parent?.as(FunctionCallExprSyntax.self)
    return call?.calledExpression.id == callee.id ? call : nil
  }
}
