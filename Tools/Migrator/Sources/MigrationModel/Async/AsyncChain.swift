// Chains of this library's promises, and what syntax alone reveals about a promise.

import SwiftSyntax

extension ExprSyntax {
  /// The parts of `condition ? a : b`, if nothing follows `b`.
  var ternary:
    (condition: (start: AbsolutePosition, end: AbsolutePosition), ExprSyntax, ExprSyntax)?
  {
    guard let sequence = self.as(SequenceExprSyntax.self) else { return nil }
    let elements = Array(sequence.elements)
    guard elements.count > 2, let last = elements.last,
      let choice = elements[elements.count - 2].as(UnresolvedTernaryExprSyntax.self),
      !elements.dropLast(2).contains(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
      !elements.contains(where: { $0.is(AssignmentExprSyntax.self) })
    else { return nil }
    let end = elements[elements.count - 3].endPositionBeforeTrailingTrivia
    let start = positionAfterSkippingLeadingTrivia
    return ((start, end), choice.thenExpression, last)
  }

  /// `Promise { resolver in … }`, or that in `.then { Promise { resolver in … } }`
  var madeByResolver: FunctionCallExprSyntax? {
    guard let call = self.as(FunctionCallExprSyntax.self), let closure = call.trailingClosure else {
      return nil
    }
    if call.calleeName.text == "then", call.calledExpression.is(MemberAccessExprSyntax.self) {
      return closure.onlyExpression?.madeByResolver
    }
    let isMade =
      call.arguments.isEmpty && call.calledExpression.trimmedDescription == "Promise"
      && (!closure.parameterNames.isEmpty || closure.highestDollar >= 0)
    return isMade ? call : nil
  }

  /// Whether the expression begins with a dot.
  var isImplicit: Bool {
    if case .implicit? = postfixSteps.first?.kind { true } else { false }
  }

  /// `error` of `.rejected(error)`.
  var rejectedError: ExprSyntax? {
    guard let (name, call) = settledPromise, name == "rejected" else { return nil }
    return call?.arguments.first?.expression
  }

  /// `fulfilled` or `rejected`, and its call, if the expression only makes that promise.
  var settledPromise: (String, FunctionCallExprSyntax?)? {
    let steps = postfixSteps
    guard let last = steps.last, let name = last.name, ["fulfilled", "rejected"].contains(name),
      (last.call?.allArguments.count ?? 0) <= 1, last.call?.arguments.first?.label == nil,
      last.call?.trailingClosure == nil
    else { return nil }
    switch last.kind {
    case .implicit: return (name, last.call)
    case .member(let access, let call):
      let base = access.base?.trimmedDescription ?? ""
      let isPromise =
        base == "Promise" || base.hasPrefix("Promise<")
        || base.hasPrefix("AsyncPromises.Promise")
      return isPromise && steps.count <= 2 ? (name, call) : nil
    default: return nil
    }
  }

  /// Whether the type of the expression is independent of the code around it.
  var tellsItsType: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr, .stringLiteralExpr, .booleanLiteralExpr: true
    case .functionCallExpr, .memberAccessExpr:
      if case .implicit? = postfixSteps.first?.kind { false } else { true }
    case .tupleExpr(let tuple): tuple.elements.allSatisfy { $0.expression.tellsItsType }
    case .tryExpr(let attempt): attempt.expression.tellsItsType
    case .sequenceExpr: true
    default: false
    }
  }
}

extension FunctionCallExprSyntax {
  var neverReturns: Bool {
    ["fatalError", "preconditionFailure"].contains(calledName?.name ?? "")
  }
}

/// A promise and the calls on it.
struct AsyncChain {
  let head: ExprSyntax
  let links: [PostfixStep]
  private let shapes: [Shape]

  /// Nil if no step is certainly a promise, or if a step after it isn't a call.
  init?(_ steps: [PostfixStep], _ shapes: [Shape]) {
    let head = steps.indices.first { index in
      shapes[index].promiseType == .own && shapes[index] == shapes[index].unwrapped
        || steps[index].name == "asyncPromise"
    }
    guard let head else { return nil }
    let links = steps[(head + 1)...]
    let areCalls = links.allSatisfy { step in
      if case .member(_, _?) = step.kind { true } else { false }
    }
    guard areCalls else { return nil }
    self.head = steps[head].node
    self.links = Array(links)
    self.shapes = Array(shapes[head...])
  }

  var whole: ExprSyntax { links.last?.node ?? head }

  func shape(after links: Int) -> Shape { shapes[links] }
  func node(after links: Int) -> ExprSyntax { links == 0 ? head : self.links[links - 1].node }
}

extension PostfixStep {
  var id: SyntaxIdentifier { node.id }
}
