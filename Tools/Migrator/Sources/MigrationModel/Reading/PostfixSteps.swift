// A postfix expression, `a.b(c)?.d { … }`, as a list of its steps from left to right. A loop takes
// it apart, so that chains of any length fit on the stack.

import SwiftSyntax

struct PostfixStep {
  enum Kind {
    /// The leftmost expression, unless it calls a function by name: `self`, `(x)`, `[a, b]`.
    case base(ExprSyntax)
    /// `name(…)` or `Name<T>(…)` at the left.
    case function(FunctionCallExprSyntax)
    /// `.name` or `.name(…)` with nothing to its left.
    case implicit(MemberAccessExprSyntax, FunctionCallExprSyntax?)
    case member(MemberAccessExprSyntax, FunctionCallExprSyntax?)
    /// A call to the result of the previous steps.
    case apply(FunctionCallExprSyntax)
    case index(SubscriptCallExprSyntax)
    case unwrap
    /// An `#if` within the expression.
    case conditional
  }

  let kind: Kind
  /// The expression up to the end of this step.
  let node: ExprSyntax

  var member: (access: MemberAccessExprSyntax, call: FunctionCallExprSyntax?)? {
    switch kind {
    case .member(let access, let call), .implicit(let access, let call): (access, call)
    default: nil
    }
  }

  /// The name that is called or read.
  var name: String? {
    switch kind {
    case .member(let access, _), .implicit(let access, _):
      access.declName.baseName.identifierText
    case .function(let call): call.calledName?.name
    default: nil
    }
  }

  var call: FunctionCallExprSyntax? {
    switch kind {
    case .function(let call), .apply(let call): call
    case .member(_, let call), .implicit(_, let call): call
    default: nil
    }
  }
}

extension ExprSyntax {
  /// The steps of a postfix expression, from left to right; one step for any other expression.
  var postfixSteps: [PostfixStep] {
    var steps: [PostfixStep] = []
    var current = self
    while true {
      guard let (kind, next) = current.outermostStep else {
        steps.append(PostfixStep(kind: .base(current), node: current))
        break
      }
      steps.append(PostfixStep(kind: kind, node: current))
      guard let next else { break }
      current = next
    }
    return steps.reversed()
  }

  /// The last step, and the expression before it.
  var lastStep: (step: PostfixStep, base: ExprSyntax?)? {
    outermostStep.map { (PostfixStep(kind: $0.0, node: self), $0.next) }
  }

  private var outermostStep: (PostfixStep.Kind, next: ExprSyntax?)? {
    switch self.as(ExprSyntaxEnum.self) {
    case .functionCallExpr(let call):
      let callee = call.calledExpression
      if let member = callee.as(MemberAccessExprSyntax.self) {
        return member.base.map { (.member(member, call), $0) } ?? (.implicit(member, call), nil)
      }
      return call.calledName == nil ? (.apply(call), callee) : (.function(call), nil)
    case .memberAccessExpr(let member):
      return member.base.map { (.member(member, nil), $0) } ?? (.implicit(member, nil), nil)
    case .optionalChainingExpr(let optional): return (.unwrap, optional.expression)
    case .forceUnwrapExpr(let forced): return (.unwrap, forced.expression)
    case .subscriptCallExpr(let index): return (.index(index), index.calledExpression)
    case .postfixIfConfigExpr(let conditional): return (.conditional, conditional.base)
    default: return nil
    }
  }

  /// Whether this is the left part of a longer postfix expression.
  var isPartOfLongerChain: Bool {
    guard let parent else { return false }
    switch parent.as(SyntaxEnum.self) {
    case .memberAccessExpr(let member): return member.base?.id == id
    case .functionCallExpr(let call): return call.calledExpression.id == id
    case .optionalChainingExpr, .forceUnwrapExpr: return true
    case .subscriptCallExpr(let index): return index.calledExpression.id == id
    case .postfixIfConfigExpr(let conditional): return conditional.base?.id == id
    default: return false
    }
  }
}

extension FunctionCallExprSyntax {
  /// The plain name of the called function.
  var namedReference: DeclReferenceExprSyntax? {
    calledExpression.as(DeclReferenceExprSyntax.self)
      ?? calledExpression.as(GenericSpecializationExprSyntax.self)?.expression
      .as(DeclReferenceExprSyntax.self)
  }

  /// The name and generic arguments of the called function, if it is called by a plain name.
  var calledName: (name: String, generics: [TypeSyntax])? {
    if let reference = calledExpression.as(DeclReferenceExprSyntax.self) {
      return (reference.baseName.identifierText, [])
    }
    if let special = calledExpression.as(GenericSpecializationExprSyntax.self),
      let reference = special.expression.as(DeclReferenceExprSyntax.self)
    {
      return (
        reference.baseName.identifierText,
        Optional(special.genericArgumentClause).types
      )
    }
    return nil
  }
}

extension FunctionCallExprSyntax {
  /// Whether the call makes a promise whose type has the same name in this library.
  var isNamedPromise: Bool { calledName?.name == "Promise" }

  /// Like `isNamedPromise`, but including PromiseKit's guarantees and static members.
  var makesPromise: Bool {
    let first = firstToken(viewMode: .sourceAccurate)?.text
    return first == "Promise" || first == "Guarantee"
  }
}

extension ExprSyntax {
  /// Whether there is a `?` in a postfix expression.
  var isOptionalChain: Bool {
    postfixSteps.contains { $0.node.is(OptionalChainingExprSyntax.self) }
  }
}
