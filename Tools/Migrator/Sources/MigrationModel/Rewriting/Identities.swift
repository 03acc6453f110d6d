// Promises that are compared with each other.

import SwiftSyntax

/// A comparison of promises that come from two calls or properties.
struct Identity: Sendable {
  let offset: Int
  /// What is called or read.
  let members: [SyntaxIdentifier]
}

/// Finds comparisons of promises that come from two calls or properties. Each conversion of a
/// promise makes another one, so a comparison stays with what it calls if one of these converts.
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
    for (left, _, right) in node.identityComparisons {
      guard let left = origin(of: left), let right = origin(of: right),
        left.node.id != right.node.id
      else { continue }
      let members = [left, right].flatMap(typer.members(of:))
      found.append(Identity(offset: node.offset, members: members.map(\.node.id)))
    }
    return .visitChildren
  }

  /// The call or the property that a promise comes from.
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

extension Member {
  /// Whether its body looks at which object a parameter is: each call would convert to another one.
  func tellsApart(_ parameter: Parameter) -> Bool {
    guard let body = node.as(FunctionDeclSyntax.self)?.body else { return false }
    return NameReader.names(in: body.statements).contains { use in
      guard use.text == parameter.name else { return false }
      if let list = use.node.parent?.as(ExprListSyntax.self) {
        return list.contains {
          ["===", "!=="].contains($0.as(BinaryOperatorExprSyntax.self)?.operator.text)
        }
      }
      return ExprSyntax(use.node).callItIsPassedTo?.call.calleeName.text == "ObjectIdentifier"
    }
  }
}
