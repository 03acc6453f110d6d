// Calls of what other modules may add to a promise.

import SwiftSyntax

extension HazardFinder {
  /// Whether an initializer in an extension of a promise calls one of the library's, unless this
  /// library's takes the same closure.
  func delegates(_ call: FunctionCallExprSyntax) -> Bool {
    guard let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "init", access.base?.trimmedDescription == "self",
      library != .promiseKit || call.arguments.first?.label?.text == "resolver",
      let extended = Syntax(call).enclosingExtension,
      let type = typer.ownerShape(of: Syntax(extended)).promiseType, type.library == library
    else { return false }
    // An initializer doesn't call itself.
    let around = call.ancestorOrSelf { $0.as(InitializerDeclSyntax.self) }
    return typer.declaredInitializers(of: type, for: call).allSatisfy { $0.node.id == around?.id }
  }

  /// Whether a call in an extension of a promise is of something that the sources don't declare, so
  /// that it may be a member of the promise.
  func isAddedElsewhere(_ call: FunctionCallExprSyntax) -> Bool {
    guard let name = call.calledName?.name, name.first?.isLowercase == true,
      !Self.standard.contains(name),
      ExprSyntax(call).isPartOfLongerChain
        || !ExprSyntax(call).isUnusedResult && !isHandlerOfNothing(call),
      let extended = Syntax(call).enclosingExtension,
      typer.ownerShape(of: Syntax(extended)).promiseType?.library == library
    else { return false }
    return typer.resolve(name, call: call, at: call).origin == .unknown
  }

  /// Whether a call is all that a handler does whose link takes no result.
  private func isHandlerOfNothing(_ call: FunctionCallExprSyntax) -> Bool {
    guard let closure = Syntax(call).enclosingClosure, closure.onlyExpression?.id == call.id,
      let (link, _) = closure.callItIsPassedTo
    else { return false }
    return ["done", "get", "tap", "catch", "ensure", "finally", "always"]
      .contains(link.calleeName.text)
  }

  private static let standard: Set<String> = [
    "abs", "assert", "debugPrint", "dump", "fatalError", "max", "min", "precondition",
    "preconditionFailure", "print", "repeatElement", "sequence", "stride", "type",
    "unsafeBitCast", "unsafeDowncast", "withCheckedContinuation",
    "withCheckedThrowingContinuation", "withExtendedLifetime", "withUnsafeContinuation",
    "withUnsafeThrowingContinuation", "zip",
  ]
}
