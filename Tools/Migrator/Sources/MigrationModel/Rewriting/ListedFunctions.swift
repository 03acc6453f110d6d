// Functions that a list names: `let steps = [load, show]`.

import SwiftSyntax

extension Typer {
  /// The function that an element of a list names, if a closure can call it and convert its promise
  /// in its place: it takes nothing.
  func listedFunction(_ reference: DeclReferenceExprSyntax, _ library: Library) -> Member? {
    guard reference.argumentNames == nil, reference.isInList else { return nil }
    let name = reference.baseName.identifierText
    let found: [Member]
    switch resolve(name, at: reference).origin {
    case .global: found = table.members[""]?[name]?.map(\.content) ?? []
    case .member:
      found = declaredMembers(
        name, nil, on: selfShape(at: Syntax(reference)), isStatic: nil)
    default: return nil
    }
    guard found.count == 1, let member = found.first, member.parameters.isEmpty,
      let function = member.node.as(FunctionDeclSyntax.self), function.attributes.isEmpty,
      function.genericParameterClause == nil, function.signature.effectSpecifiers == nil,
      case .promise(let type, _) = shape(of: member, called: true),
      type == .promise && library == .promiseKit || type == .googlePromise && library == .google
    else { return nil }
    return member
  }
}

/// Converts what functions in lists give, if only the list or only the function moves.
final class ListedFunctions: SyntaxVisitor {
  private let typer: Typer
  private let library: Library
  private var edits = Edits()

  static func edits(in typer: Typer, _ library: Library) -> Edits {
    let finder = ListedFunctions(typer, library)
    finder.walk(typer.file.tree)
    return finder.edits
  }

  private init(_ typer: Typer, _ library: Library) {
    (self.typer, self.library) = (typer, library)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    guard let function = typer.listedFunction(node, library) else { return .skipChildren }
    let call = function.context.path.isEmpty ? "" : "self."
    switch (typer.holding.holds(node.offset, in: typer.file), typer.isHeld(function)) {
    case (true, false): edits.wrap(node, "{ \(library.facadePromise)(\(call)", "()) }")
    case (false, true): edits.wrap(node, "{ \(call)", "().asyncPromise }")
    default: break
    }
    return .skipChildren
  }
}

extension DeclReferenceExprSyntax {
  /// Whether it is an element of an array that a variable is declared with, or of a tuple there.
  fileprivate var isInList: Bool {
    var element = Syntax(self).parent
    if let tuple = element?.as(LabeledExprSyntax.self)?.parent?.parent?.as(TupleExprSyntax.self) {
      element = tuple.parent
    }
    guard let array = element?.as(ArrayElementSyntax.self)?.parent?.parent else { return false }
    return array.is(ArrayExprSyntax.self) && array.parent?.is(InitializerClauseSyntax.self) == true
  }
}
