// How closures use their parameters, which decides whether they can be rewritten.

import SwiftSyntax

extension ClosureExprSyntax {
  /// The parameters that are declared explicitly, as in `a, b in` and in `(a: A, b) in`.
  var parameters: [(name: TokenSyntax, type: TypeSyntax?)] {
    if let bareParameters { return bareParameters.map { ($0.name, nil) } }
    let clause = signature?.parameterClause?.as(ClosureParameterClauseSyntax.self)
    return clause?.parameters.map { ($0.secondName ?? $0.firstName, $0.type) } ?? []
  }

  /// The parameters if they are written without parentheses, as in `a, b in`.
  var bareParameters: ClosureShorthandParameterListSyntax? {
    signature?.parameterClause?.as(ClosureShorthandParameterListSyntax.self)
  }

  var parameterNames: [String] { parameters.map(\.name.identifierText) }

  /// Whether a parameter's name needs backticks.
  var quotesParameter: Bool { parameters.contains { $0.name.text.hasPrefix("`") } }

  /// Whether it is written as `{ _ in … }`.
  var ignoresParameters: Bool {
    !parameters.isEmpty && parameterNames.allSatisfy { $0 == "_" }
  }

  /// Whether `return parameter` can be added at the end: there is at most one parameter, and no
  /// earlier `return`.
  var canReturnItsParameter: Bool {
    parameterNames.count <= 1 && statements.returns.isEmpty
  }

  /// Whether the parameter is used only in patterns: `switch result`, `if case … = result`.
  var matchesParameterAlone: Bool {
    let name = parameterNames.first ?? "$0"
    if name == "_" { return true }
    return NameReader.names(in: statements).filter { $0.text == name }.allSatisfy { use in
      guard let parent = use.node.parent else { return false }
      if let choice = parent.as(SwitchExprSyntax.self) { return choice.subject.id == use.node.id }
      return parent.is(InitializerClauseSyntax.self)
        && parent.parent?.is(MatchingPatternConditionSyntax.self) == true
    }
  }

  enum ResolverUse {
    /// Calls such as `seal.fulfill(x)`, `seal.reject(error)` or `seal.resolve(result)`.
    case settles
    /// A single call that receives `seal.resolve`, or a closure that only calls it.
    case passedOn(FunctionCallExprSyntax)
    case other
  }

  /// How the body uses the resolver that it receives.
  var resolverUse: ResolverUse {
    let name = parameterNames.first ?? "$0"
    var members: [(name: String, call: FunctionCallExprSyntax?)] = []
    for use in NameReader.names(in: statements) where use.text == name {
      guard let access = use.node.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id == use.node.id
      else { return .other }
      let call = access.parent?.as(FunctionCallExprSyntax.self)
      members.append((access.declName.baseName.text, call))
    }
    let isSettling = members.allSatisfy { use in
      guard let call = use.call else { return false }
      let count = call.arguments.count
      return ["fulfill", "reject", "fulfill_"].contains(use.name)
        || (use.name == "resolve" && count == 1)
    }
    if isSettling { return .settles }
    guard members.count == 1, members[0].name == "resolve",
      let call = onlyExpression?.as(FunctionCallExprSyntax.self)
    else { return .other }
    guard let resolving = members[0].call else { return .passedOn(call) }
    // `{ value, error in seal.resolve(value, error) }` passes on all its arguments.
    guard let inner = call.allArguments.last?.value.as(ClosureExprSyntax.self),
      inner.onlyExpression?.id == resolving.id,
      resolving.arguments.map({ $0.expression.trimmedDescription }) == inner.parameterNames
    else { return .other }
    return .passedOn(call)
  }
}

extension ExprSyntax {
  /// `value` for `.value(x)`.
  var implicitMemberName: String? {
    let steps = postfixSteps
    guard steps.count == 1, case .implicit(let member, _) = steps[0].kind else { return nil }
    return member.declName.baseName.identifierText
  }
}
