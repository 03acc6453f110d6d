// Promises that are compared with each other.

import SwiftSyntax

/// A comparison of promises that two calls give.
struct Identity: Sendable {
  let offset: Int
  /// The functions that are called.
  let members: [SyntaxIdentifier]
}

/// Finds comparisons of promises that two calls give. Each conversion of a promise makes another
/// one, so a comparison and the functions that it calls stay together if one of these converts.
final class IdentityFinder: SyntaxVisitor {
  private let typer: Typer
  private let library: Library
  private(set) var found: [Identity] = []

  init(_ typer: Typer, _ library: Library) {
    (self.typer, self.library) = (typer, library)
    super.init(viewMode: .sourceAccurate)
    walk(typer.file.tree)
  }

  /// `first === second`
  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    for (index, element) in elements.enumerated() where index > 0 && index + 1 < elements.count {
      guard let sign = element.as(BinaryOperatorExprSyntax.self)?.operator.text,
        ["===", "!=="].contains(sign),
        let left = origin(of: elements[index - 1]), let right = origin(of: elements[index + 1]),
        left.node.id != right.node.id
      else { continue }
      let members = [left, right].flatMap(typer.members(of:))
      found.append(Identity(offset: node.offset, members: members.map(\.node.id)))
    }
    return .visitChildren
  }

  /// The call that a promise comes from.
  private func origin(of expression: ExprSyntax) -> PostfixStep? {
    guard typer.shape(of: expression).promiseInside?.library == library,
      let step = expression.postfixSteps.last
    else { return nil }
    guard case .base(let base) = step.kind, let name = base.as(DeclReferenceExprSyntax.self) else {
      return step
    }
    return typer.initialValue(of: name).flatMap(origin)
  }
}
