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
      if node.isBeforeHandlerOfNothing { return .void }
      if node.isPartOfLongerChain { return .unknown }
      let expected = expectedShape(of: node)
      if expected.promiseType != nil { return expected.value }
      guard let call = node.callReturning else { return .unknown }
      node = call
    }
  }

  /// Whether only the code around a promise tells its value, as in
  /// `let user: Promise<User> = get("/user")`, so that what follows must pass on that type.
  func isToldOutside(_ promise: ExprSyntax) -> Bool {
    if let passed = promise.callBeforeKeepingValue, shape(of: passed).promiseType != nil {
      return isToldOutside(passed)
    }
    guard let call = promise.as(FunctionCallExprSyntax.self) else { return false }
    let closure = call.allArguments.last?.value.as(ClosureExprSyntax.self)
    if call.calleeName.text == "firstly" || call.calleeName.text == "then",
      closure?.signature?.returnClause == nil, let result = closure?.onlyExpression
    {
      return isToldOutside(result)
    }
    let called = calledMembers(call)
    if called.isEmpty {
      return call.calledName?.name == "Promise" && !shape(of: promise).value.isKnown
    }
    return called.contains { member in
      guard
        let value = member.type?.as(IdentifierTypeSyntax.self)?.genericArgumentClause.types.first,
        member.context.generics[value.trimmedDescription] != nil
      else { return false }
      return member.parameters.allSatisfy {
        !$0.type.identifiers.contains(value.trimmedDescription)
      }
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
  private static let keeping: Set<String> = [
    "ensure", "get", "tap", "recover", "ensureThen", "always", "catch", "validate", "timeout",
    "delay", "continueOnErrorWith", "continueOnErrorWithTask", "finally",
  ]

  /// The next call of the chain, if its promise has the same value.
  fileprivate var callKeepingValue: ExprSyntax? {
    guard let call = nextCall, Self.keeping.contains(call.calleeName.text) else { return nil }
    return ExprSyntax(call)
  }

  /// The promise before a call of the chain that passes its value on.
  fileprivate var callBeforeKeepingValue: ExprSyntax? {
    guard let (step, base) = lastStep, step.call != nil, let name = step.name,
      Self.keeping.contains(name)
    else { return nil }
    return base
  }

  /// Whether the next handler has no parameter for a value: `.then { next() }`.
  fileprivate var isBeforeHandlerOfNothing: Bool {
    guard let call = nextCall, ["then", "map", "done"].contains(call.calleeName.text),
      let closure = call.trailingClosure, call.additionalTrailingClosures.isEmpty
    else { return false }
    return closure.parameterNames.isEmpty && closure.highestDollar < 0
  }

  /// The next call of the chain.
  var nextCall: FunctionCallExprSyntax? {
    guard let access = parent?.as(MemberAccessExprSyntax.self), access.base?.id == id,
      let call = access.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == access.id
    else { return nil }
    return call
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
