// Whether the code around a promise of google/promises moves.

import SwiftSyntax

/// What the code around a promise does with it, if promises that stay are known.
enum Destination {
  case staying, moved, either
}

extension Typer {
  /// What the code around a promise does with it.
  func destination(of expression: ExprSyntax) -> Destination {
    guard !staying.isEmpty else { return .either }
    var whole = Syntax(expression)
    while let parent = whole.parent,
      parent.is(TryExprSyntax.self) || parent.is(AwaitExprSyntax.self)
    {
      whole = parent
    }
    if let type = expectedShape(of: expression).promiseInside {
      return type == .stayingGooglePromise ? .staying : .moved
    }
    guard let parent = whole.parent else { return .either }
    if parent.is(ReturnStmtSyntax.self) { return .moved }
    if parent.is(CodeBlockItemSyntax.self) { return expression.isUnusedResult ? .either : .moved }
    return isGiven(toLibrary: parent) ? .moved : .either
  }

  /// Whether an argument, perhaps in an array, is one of a call that makes a promise.
  private func isGiven(toLibrary part: Syntax) -> Bool {
    var current: Syntax? = part
    while let here = current {
      switch here.as(SyntaxEnum.self) {
      case .arrayElement, .arrayElementList, .arrayExpr, .labeledExprList, .labeledExpr: break
      case .functionCallExpr(let call):
        return calledMembers(call).isEmpty
          && shape(of: ExprSyntax(call)).promiseType?.library == .google
      default: return false
      }
      current = here.parent
    }
    return false
  }
}
