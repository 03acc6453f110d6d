// The `return` statements of a body.

import SwiftSyntax

extension CodeBlockItemListSyntax {
  /// The `return` statements, except those of nested closures and functions.
  var returns: [ReturnStmtSyntax] {
    let finder = ReturnFinder(viewMode: .sourceAccurate)
    finder.walk(self)
    return finder.found
  }

  /// Whether all paths end with a `throw`.
  var onlyThrows: Bool { returns.isEmpty && endsWithThrow }

  private var endsWithThrow: Bool {
    guard let last = last?.item else { return false }
    if last.is(ThrowStmtSyntax.self) { return true }
    guard let choice = last.as(ExpressionStmtSyntax.self)?.expression else { return false }
    if let branch = choice.as(IfExprSyntax.self) { return branch.endsWithThrow }
    return choice.as(SwitchExprSyntax.self)?.cases.allSatisfy { part in
      part.as(SwitchCaseSyntax.self)?.statements.endsWithThrow ?? false
    } ?? false
  }

  /// The expressions that the `return` statements return.
  var returnedExpressions: [ExprSyntax] { returns.compactMap(\.expression) }
}

extension IfExprSyntax {
  fileprivate var endsWithThrow: Bool {
    guard body.statements.onlyThrows else { return false }
    if case .ifExpr(let branch)? = elseBody { return branch.endsWithThrow }
    if case .codeBlock(let block)? = elseBody { return block.statements.onlyThrows }
    return false
  }
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
