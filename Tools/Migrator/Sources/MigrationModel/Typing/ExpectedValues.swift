// The value that a promise must have, according to the code around it.

import SwiftSyntax

extension Typer {
  /// The shape of the value that the promise of an expression must have: that of the function's
  /// result, for instance, even if further links or closures are in between.
  func expectedValue(of node: ExprSyntax) -> Shape {
    var node = node
    while true {
      if let call = node.callKeepingValue {
        node = call
        continue
      }
      if node.isPartOfLongerChain { return .unknown }
      let expected = expectedShape(of: node)
      if expected.promiseType != nil { return expected.value }
      guard let call = node.callReturning else { return .unknown }
      node = call
    }
  }

  /// The value of a promise that a call makes, if the source reveals it.
  func madeValue(_ node: ExprSyntax) -> Shape {
    let shape = shape(of: node)
    // A promise is made together with its resolver.
    if case .tuple(let elements) = shape { return elements.first?.shape.value ?? .unknown }
    if shape.value.isKnown { return shape.value }
    return expectedValue(of: node)
  }
}

extension ExprSyntax {
  /// The next call of the chain, if its promise has the same value.
  fileprivate var callKeepingValue: ExprSyntax? {
    let keeping: Set = [
      "ensure", "get", "tap", "recover", "ensureThen", "always", "catch", "validate", "timeout",
      "delay", "continueOnErrorWith", "continueOnErrorWithTask",
    ]
    guard let access = parent?.as(MemberAccessExprSyntax.self), access.base?.id == id,
      keeping.contains(access.declName.baseName.text),
      let call = access.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == access.id
    else { return nil }
    return ExprSyntax(call)
  }

  /// The call whose closure returns this promise, so that both promises have the same value.
  fileprivate var callReturning: ExprSyntax? {
    let following: Set = [
      "firstly", "then", "recover", "continueWithTask", "continueOnSuccessWithTask",
      "continueOnErrorWithTask", "executeWithTask",
    ]
    guard let closure = closureReturning, closure.signature?.returnClause == nil,
      let (call, _) = closure.callItIsPassedTo, following.contains(call.calleeName.text)
    else { return nil }
    return ExprSyntax(call)
  }

  /// The closure whose result this is.
  private var closureReturning: ClosureExprSyntax? {
    var isReturned = false
    var child = Syntax(self)
    while let parent = child.parent {
      switch parent.as(SyntaxEnum.self) {
      case .tryExpr, .awaitExpr, .codeBlockItem, .codeBlock, .exprList, .sequenceExpr: break
      case .returnStmt: isReturned = true
      case .codeBlockItemList(let list):
        if !isReturned, list.count != 1 { return nil }
      case .closureExpr(let closure): return closure
      case .ifExpr, .guardStmt, .switchExpr, .switchCase, .switchCaseList, .expressionStmt,
        .forStmt, .doStmt, .catchClause, .catchClauseList, .whileStmt:
        guard isReturned else { return nil }
      default: return nil
      }
      child = parent
    }
    return nil
  }
}
