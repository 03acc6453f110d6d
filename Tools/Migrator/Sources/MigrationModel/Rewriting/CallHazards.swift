// Calls that would mean something else, or not compile, if their promises moved.

import SwiftSyntax

extension HazardFinder {
  /// google/promises: if the next handler takes anything, the compiler takes the promise of a
  /// closure of several statements for a value.
  func givesPromiseAsValue(_ node: FunctionCallExprSyntax) -> Bool {
    guard library == .google, node.calleeName.text == "then", let closure = node.trailingClosure,
      closure.statements.count > 1, closure.signature?.returnClause == nil,
      typer.result(of: closure).promiseType?.library == .google,
      let next = ExprSyntax(node).nextCall, next.calleeName.text == "then",
      let handler = next.trailingClosure,
      let only = handler.onlyExpression?.as(FunctionCallExprSyntax.self),
      typer.calledMembers(only).isEmpty, handler.parameters.allSatisfy({ $0.type == nil })
    else { return false }
    let name = handler.parameterNames.first ?? "$0"
    return only.arguments.contains { $0.expression.trimmedDescription == name }
  }

  /// `Result { promise }`: extensions of results may expect a promise.
  func isResult(_ node: FunctionCallExprSyntax) -> Bool {
    guard ["Result", "success"].contains(node.calleeName.text) else { return false }
    return node.allArguments.contains { argument in
      guard let closure = argument.value.as(ClosureExprSyntax.self) else {
        return isObject(argument.value)
      }
      return typer.result(of: closure).promiseType?.library == library
    }
  }

  /// Whether a call may be of a function that stays, but its overloads leave open whether there is
  /// a promise to convert.
  func mayBeHeld(_ node: FunctionCallExprSyntax) -> Bool {
    if isOfStandardType(node) { return true }
    guard let step = ExprSyntax(node).lastStep?.step, typer.isHeld(step) else { return false }
    return !typer.shape(of: ExprSyntax(node)).isKnown
  }

  /// Whether a call may be of what an extension of a type of the standard library declares.
  private func isOfStandardType(_ node: FunctionCallExprSyntax) -> Bool {
    guard let access = node.calledExpression.as(MemberAccessExprSyntax.self), access.base != nil,
      !typer.shape(of: ExprSyntax(node)).isKnown
    else { return false }
    let name = access.declName.baseName.identifierText
    return (["Optional", "Array", "Dictionary", "Result"] + Typer.collections).contains { type in
      typer.table.members[type]?[name]?.contains {
        $0.content.type.map { !$0.identifiers.isDisjoint(with: library.typeNames) } == true
      } == true
    }
  }
}
