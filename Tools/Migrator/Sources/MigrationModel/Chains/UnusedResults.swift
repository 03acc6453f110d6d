// Whether the value of a body's only statement is used.

import SwiftSyntax

extension CodeBlockItemListSyntax {
  /// Whether the body returns nothing, so that its only statement isn't a result.
  var givesNothing: Bool {
    guard let parent else { return false }
    if let closure = parent.as(ClosureExprSyntax.self) { return closure.isKnownToGiveNothing }
    if let choice = parent.as(SwitchCaseSyntax.self) {
      return choice.parent?.parent.map { $0.isUnusedChoice } ?? false
    }
    guard let owner = parent.as(CodeBlockSyntax.self)?.parent else { return false }
    switch owner.as(SyntaxEnum.self) {
    case .functionDecl(let function): return function.signature.returnClause == nil
    case .initializerDecl, .deinitializerDecl, .forStmt, .whileStmt, .repeatStmt, .guardStmt,
      .deferStmt, .doStmt, .catchClause:
      return true
    case .accessorDecl(let accessor):
      return accessor.accessorSpecifier.tokenKind != .keyword(.get)
    case .ifExpr: return owner.isUnusedChoice
    default: return false
    }
  }
}

extension Syntax {
  /// Whether an `if` or a `switch` is a statement, rather than the value of the body around it.
  fileprivate var isUnusedChoice: Bool {
    if let outer = parent?.as(IfExprSyntax.self) { return Syntax(outer).isUnusedChoice }
    guard let item = parent?.as(ExpressionStmtSyntax.self)?.parent?.as(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return false }
    return list.count > 1 || list.givesNothing
  }
}

extension ClosureExprSyntax {
  private static let callers: Set<String> = [
    "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
    "withUnsafeThrowingContinuation", "forEach", "asyncAfter", "addOperation",
  ]

  /// Whether the function that the closure is passed to expects no result from it.
  fileprivate var isKnownToGiveNothing: Bool {
    guard let call = callItIsPassedTo?.call else { return false }
    let member = call.calledExpression.as(MemberAccessExprSyntax.self)
    guard let name = member?.declName.baseName.text ?? call.calledName?.name else { return false }
    if name == "async", let queue = member?.base?.trimmedDescription.lowercased() {
      return queue.contains("queue")
    }
    return Self.callers.contains(name)
  }
}
