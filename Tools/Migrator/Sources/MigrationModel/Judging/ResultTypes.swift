// The result types that closures must name.

import SwiftSyntax

extension LinkSite {
  /// The type that a closure of several statements must name as its result: before an assignment,
  /// and in the Swift 5 mode if a value isn't `Sendable`. The compiler then infers it only if it is
  /// the last one of the chain or the closure's only expression, or if the chain is a statement.
  func nameOfResult(_ shape: Shape) -> String? {
    let value = shape.promiseType == nil ? shape : shape.value
    let isOpen =
      isBeforeAssignment
      || typer.file.isSwift5 && !isLast && !node.isUnusedResult
        && typer.isDeclaredNotSendable(value)
    guard isOpen, let name = typer.spelling(of: value) else { return nil }
    return shape.promiseType == nil ? name : "Promise<\(name)>"
  }

  /// Whether a closure that names no type gets its value from a promise whose value only the code
  /// after it tells: a closure of several statements doesn't pass that type on.
  func isToldBehind(_ closure: ClosureExprSyntax) -> Bool {
    guard let base = node.lastStep?.base, typer.isToldOutside(base) else { return false }
    return closure.parameters.allSatisfy { $0.type == nil }
  }

  /// Whether the next handler assigns the value to something: without a type, the value would have
  /// that type, which may be an optional.
  var isBeforeAssignment: Bool {
    guard let handler = node.nextCall?.trailingClosure?.onlyExpression else { return false }
    return handler.as(SequenceExprSyntax.self)?.elements.contains {
      $0.is(AssignmentExprSyntax.self)
    } ?? false
  }

  /// Names the result of a closure that moves as it is.
  var resultEdits: Edits {
    var edits = Edits()
    guard let closure, closure.statements.count > 1, let signature = closure.signature,
      signature.returnClause == nil, signature.parameterClause != nil,
      Self.following.contains(name),
      let result = nameOfResult(typer.result(of: closure))
    else { return edits }
    edits.insert("-> \(result) ", before: signature.inKeyword)
    return edits
  }

  private static let following: Set<String> = [
    "map", "then", "continueOnSuccessWith", "continueOnSuccessWithTask",
  ]
}

extension Edits {
  /// Names the parameter of a closure that has no signature.
  mutating func replaceDollar(of closure: ClosureExprSyntax, with name: String) {
    for use in NameReader.names(in: closure.statements)
    where use.text == "$0" && Syntax(use.node).enclosingClosure?.id == closure.id {
      replace(use.node, with: name)
    }
  }
}
