// Promises that become values of any type, where the program asks such values for promises.

import SwiftSyntax

/// Finds the casts to a library's promises, and the promises that they may find. Both stay, because
/// neither side can convert what the other one gives.
final class AnyValueFinder: SyntaxVisitor {
  private let typer: Typer
  private let library: Library
  private var found: [Int] = []

  static func hazards(in typer: Typer, _ library: Library) -> [Int] {
    guard typer.table.casts(to: library, in: typer.file) else { return [] }
    let finder = AnyValueFinder(typer, library)
    finder.walk(typer.file.tree)
    return finder.found
  }

  private init(_ typer: Typer, _ library: Library) {
    (self.typer, self.library) = (typer, library)
    super.init(viewMode: .sourceAccurate)
  }

  /// `stored is Promise<Int>`
  override func visit(_ node: TypeExprSyntax) -> SyntaxVisitorContinueKind {
    if let value = ExprSyntax(node).castValue, typer.shape(of: value).promiseInside == nil {
      add(node.type)
    }
    return .visitChildren
  }

  /// `case is Promise<Int>`
  override func visit(_ node: IsTypePatternSyntax) -> SyntaxVisitorContinueKind {
    add(node.type)
    return .visitChildren
  }

  private func add(_ type: TypeSyntax) {
    let shape = typer.resolver.shape(of: type, in: typer.context(of: Syntax(type)))
    if shape.promiseInside?.library == library { found.append(type.offset) }
  }

  /// `stored[key] = load()`
  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    add(ExprSyntax(node))
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    add(ExprSyntax(node))
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    add(ExprSyntax(node))
    return .visitChildren
  }

  private func add(_ expression: ExprSyntax) {
    guard !expression.isPartOfLongerChain,
      typer.expectedShape(of: expression).unwrapped == .named("Any"),
      typer.shape(of: expression).promiseInside?.library == library
    else { return }
    found.append(expression.offset)
  }
}

extension DeclarationTable {
  /// Whether the program asks any value whether it is one of a library's promises.
  fileprivate func casts(to library: Library, in file: SourceFile) -> Bool {
    let names = facts(for: file).castTypes
    if !names.isDisjoint(with: library.typeNames) { return true }
    let named = names.flatMap { name in members.values.flatMap { $0[name] ?? [] } }
    return named.contains {
      $0.content.kind == .typeAlias
        && $0.content.type?.identifiers.isDisjoint(with: library.typeNames) == false
    }
  }
}
