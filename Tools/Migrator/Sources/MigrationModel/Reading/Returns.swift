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

extension CodeBlockItemListSyntax {
  /// The results of an `if` or a `switch` that is the only statement, except for branches that
  /// throw. Nil if it isn't one, or has no results.
  var branches: [ExprSyntax]? {
    guard count == 1, let item = first?.item else { return nil }
    let expression = item.as(ExpressionStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
    if let choice = expression?.as(IfExprSyntax.self) { return choice.branches }
    guard let choice = expression?.as(SwitchExprSyntax.self) else { return nil }
    return choice.cases.map { $0.as(SwitchCaseSyntax.self)?.statements.branch }.known
  }

  fileprivate var branch: [ExprSyntax]? {
    if count == 1, first?.item.is(ThrowStmtSyntax.self) == true { return [] }
    if let branches { return branches }
    guard count == 1, let result = first?.item.as(ExprSyntax.self) else { return nil }
    return [result]
  }
}

extension IfExprSyntax {
  fileprivate var branches: [ExprSyntax]? {
    let otherwise: [ExprSyntax]? =
      switch elseBody {
      case .ifExpr(let next)?: next.branches
      case .codeBlock(let block)?: block.statements.branch
      case nil: nil
      @unknown default: nil
      }
    return [body.statements.branch, otherwise].known
  }
}

extension [[ExprSyntax]?] {
  /// All of them, unless one is unknown.
  fileprivate var known: [ExprSyntax]? {
    contains { $0 == nil } ? nil : compactMap(\.self).flatMap(\.self)
  }
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
  var results: [ExprSyntax] {
    onlyExpression.map { [$0] } ?? statements.branches ?? statements.returnedExpressions
  }
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
