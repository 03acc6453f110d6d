// The `return` statements of a body.

import SwiftSyntax

extension CodeBlockItemListSyntax {
  /// The `return` statements, except those of nested closures and functions.
  var returns: [ReturnStmtSyntax] {
    let finder = ReturnFinder(viewMode: .sourceAccurate)
    finder.walk(self)
    return finder.found
  }

  /// The expressions that the `return` statements return.
  var returnedExpressions: [ExprSyntax] { returns.compactMap(\.expression) }
}

extension ClosureExprSyntax {
  /// The expressions that the closure returns.
  var results: [ExprSyntax] { onlyExpression.map { [$0] } ?? statements.returnedExpressions }
}

private final class ReturnFinder: SyntaxVisitor {
  private(set) var found: [ReturnStmtSyntax] = []

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return .skipChildren
  }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
