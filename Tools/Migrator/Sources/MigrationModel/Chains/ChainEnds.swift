// The last call of a chain, and whether its result is used.

import SwiftSyntax

extension ExprSyntax {
  /// The name of the last call, which the report points at.
  var lastPart: Syntax {
    if let call = self.as(FunctionCallExprSyntax.self) { return call.calledExpression.lastPart }
    if let member = self.as(MemberAccessExprSyntax.self) { return Syntax(member.declName) }
    if let conditional = self.as(PostfixIfConfigExprSyntax.self) {
      return Syntax(conditional.config)
    }
    return Syntax(self)
  }

  /// Whether the expression, or the chain that it is part of, is one of several statements.
  var isStatement: Bool { (enclosingStatements?.count ?? 0) > 1 }

  /// Whether the result of the chain is unused.
  var isUnusedResult: Bool {
    guard let list = enclosingStatements else { return false }
    return list.count > 1 || list.givesNothing
  }

  /// The list in which the expression, or the chain that it is part of, is a statement.
  private var enclosingStatements: CodeBlockItemListSyntax? {
    var whole = Syntax(self)
    while let parent = whole.parent, whole.as(ExprSyntax.self)?.isPartOfLongerChain == true {
      whole = parent
    }
    while let parent = whole.parent,
      parent.is(TryExprSyntax.self) || parent.is(AwaitExprSyntax.self)
    {
      whole = parent
    }
    return whole.parent?.as(CodeBlockItemSyntax.self)?.parent?.as(CodeBlockItemListSyntax.self)
  }
}

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
    // A body that takes what settles the promise.
    if ["Promise", "Guarantee"].contains(name) {
      return !parameterNames.isEmpty || highestDollar >= 0
    }
    return Self.callers.contains(name)
  }
}
