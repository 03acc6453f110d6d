// How Bolts' operators are rewritten.

import SwiftSyntax

enum BoltsJudge {
  static func judge(_ site: LinkSite) -> Verdict {
    if site.call?.argument("cancellationToken") != nil { return .kept(.cancellationToken) }
    if site.typer.isNotSendable(site.base.value) || site.typer.isNotSendable(site.result.value) {
      return .kept(.notSendable)
    }
    if let closure = site.closure, !site.typer.mayLeaveItsThread(closure) {
      return .kept(.sharedState)
    }
    switch site.name {
    case "continueOnSuccessWith": return onSuccess(site)
    case "continueOnSuccessWithTask": return site.deriving("then", "then { … }")
    case "continueOnErrorWith", "continueOnErrorWithTask": return onError(site)
    case "continueWith", "continueWithTask": return onOutcome(site)
    case "waitUntilCompleted": return .kept(.blockingWait)
    case "asyncPromise":
      return .rewritten("the promise itself") { edits in
        guard let base = site.node.lastStep?.base else { return }
        edits.remove(
          from: base.endPositionBeforeTrailingTrivia, to: site.node.endPositionBeforeTrailingTrivia)
      }
    default: return inspection(site)
    }
  }

  private static func onSuccess(_ site: LinkSite) -> Verdict {
    guard site.isDropped, let closure = site.closure, site.typer.result(of: closure) == .void else {
      return site.deriving("map", "map { … }")
    }
    return site.continuing("done", "done { … }")
  }

  // MARK: Errors

  private static func onError(_ site: LinkSite) -> Verdict {
    guard let closure = site.closure else { return .kept(.functionReference) }
    let form = site.name.hasSuffix("Task") ? ".promise" : nil
    if let type = closure.typeOfFirstParameter, !["Error", "any Error"].contains(type) {
      // In Bolts, a cancelled task has no error, and every error is an `NSError`.
      guard !["NSError", "CancelledError", "CancellationError"].contains(type) else {
        return .kept(.recoverOverload)
      }
      let arguments = ["from: \(type).self", form].compactMap { $0 }.joined(separator: ", ")
      return site.deriving("recover", "recover(\(arguments)) { … }", arguments)
    }
    let call = form.map { "recover(\($0))" } ?? "recover"
    let isOpen =
      form == nil && !site.base.value.isKnown && closure.onlyExpression?.isOptionalChain == true
    guard !isOpen,
      let body = ClosureBody(closure, isVoid: form == nil && site.base.value == .void)
    else { return .kept(.closureResult) }
    return site.deriving(
      "recover", "\(call) { if $0 is CancellationError { throw $0 }; … }", form
    ) { edits in
      let name = closure.nameOfFirstParameter(unless: "_") ?? closure.free("error", "failure")
      body.name(name, &edits)
      body.begin("if \(name) is CancellationError { throw \(name) }", &edits)
    }
  }

  // MARK: All outcomes

  private static func onOutcome(_ site: LinkSite) -> Verdict {
    guard let closure = site.closure else { return .kept(.functionReference) }
    guard let use = OutcomeUse(closure, site.typer), site.canLookAtResults(use.looks) else {
      return .kept(.allOutcomes)
    }
    let isFollowing = site.name == "continueWithTask"
    if !closure.mayThrow, !use.givesTypedResult {
      if isFollowing, use.givesItself {
        return site.continuing("tap", "tap { … }", parameter: use.ignored) { use.observe(&$0) }
      }
      if !isFollowing, site.isDropped, use.givesNothing(site.typer) {
        return site.continuing("whenSettled", "whenSettled { … }", parameter: use.ignoredWhole) {
          use.look(at: nil, &$0)
        }
      }
    }
    if site.node.isOptionalChain { return .kept(.allOutcomes) }
    let name = isFollowing ? "then" : "map"
    return site.deriving(
      name, "Promise.allSettled([…]).\(name) { … }", parameter: use.ignoredWhole
    ) { edits in
      let promise = site.typer.promiseName(at: site.node)
      if let base = site.node.lastStep?.base {
        edits.wrap(base, "\(promise).allSettled([", "])", isOutside: true)
      } else {
        edits.insert("\(promise).allSettled([self]).", before: site.node)
      }
      use.look(at: closure.free("outcomes", "ended"), &edits)
    }
  }

  // MARK: Inspection

  private static func inspection(_ site: LinkSite) -> Verdict {
    guard let member = site.node.as(MemberAccessExprSyntax.self),
      let base = member.base, site.canLookAtResults([site.name])
    else { return .kept(.inspection) }
    if site.typer.isOutcome(base) {
      guard site.name == "completed" else { return .rewritten("the same") }
      return .rewritten("true") { $0.replace(site.node, with: "true") }
    }
    switch site.name {
    case "result", "error":
      return .rewritten("resultIfSettled?.\(site.name)") { edits in
        edits.insert("resultIfSettled?.", before: member.declName)
        edits.look(site.name)
        if site.node.isTakenApart { edits.wrap(site.node, "(", ")") }
      }
    case "completed" where site.node.isOptionalChain:
      return .looking(inOptional: member, "$0.resultIfSettled != nil")
    case "faulted", "cancelled", "completed":
      if site.node.isOptionalChain { return .kept(.inspection) }
      let negation = site.node.parent?.as(PrefixOperatorExprSyntax.self)
        .flatMap { $0.operator.text == "!" ? $0 : nil }
      let sign = (site.name == "completed") == (negation == nil) ? "!=" : "=="
      let text =
        site.name == "completed"
        ? "resultIfSettled \(sign) nil" : "resultIfSettled?.\(site.name) \(sign) true"
      return .rewritten(text) { edits in
        edits.replace(member.declName, with: text)
        edits.look(site.name)
        if let negation { edits.remove(negation.operator) }
        let whole = negation.map { ExprSyntax($0) } ?? site.node
        if whole.needsParentheses { edits.wrap(site.node, "(", ")") }
      }
    default: return .kept(.inspection)
    }
  }
}

extension LinkSite {
  /// Whether the link's result is unused.
  var isDropped: Bool { isLast && node.isUnusedResult }

  /// Renames the call, with other arguments in place of an executor.
  func continuing(
    _ name: String, _ text: String, _ arguments: String? = nil, parameter: String? = nil,
    _ change: (inout Edits) -> Void = { _ in }
  ) -> Verdict {
    rewritten(text, parameter: parameter) { edits in
      guard let call else { return }
      edits.rename(call, to: name)
      let list = Array(call.arguments)
      let closure = list.first { $0.label?.text == "continuation" }
      if let closure { edits.removeLabel(of: closure) }
      if let arguments {
        if let closure = closure ?? list.first(where: { $0.expression.is(ClosureExprSyntax.self) })
        {
          edits.insert("\(arguments), ", before: closure.label.map(Syntax.init) ?? Syntax(closure))
        } else {
          // Before the parentheses left over from an executor.
          edits.insert("(\(arguments))", after: call.calledExpression)
        }
      }
      change(&edits)
    }
  }

  /// The same for a call whose result must not be discarded implicitly.
  func deriving(
    _ name: String, _ text: String, _ arguments: String? = nil, parameter: String? = nil,
    _ change: (inout Edits) -> Void = { _ in }
  ) -> Verdict {
    continuing(name, text, arguments, parameter: parameter) { edits in
      change(&edits)
      if isDropped { edits.wrap(node, "_ = ", "") }
    }
  }

  /// Whether the sources declare neither these members of `Result` nor another `Result`.
  func canLookAtResults(_ names: Set<String>) -> Bool {
    !typer.table.isDeclared("Result")
      && names.allSatisfy { name in
        typer.table.members["Result"]?[name]?.allSatisfy { $0.content.isLook(name) } ?? true
      }
  }
}

extension Typer {
  /// Whether an expression is the parameter of a closure that receives an outcome.
  func isOutcome(_ expression: ExprSyntax) -> Bool {
    guard let name = expression.as(DeclReferenceExprSyntax.self),
      case .local(let id) = resolve(name.baseName.identifierText, at: name).origin
    else { return false }
    return notes.outcomeClosures.contains(id)
  }
}

extension ExprSyntax {
  /// Whether a member is accessed on it other than through optional chaining.
  fileprivate var isTakenApart: Bool {
    guard isPartOfLongerChain, let parent else { return false }
    return !parent.is(OptionalChainingExprSyntax.self)
  }

  /// Whether a comparison that replaces the expression needs parentheses.
  fileprivate var needsParentheses: Bool {
    var whole = Syntax(self)
    while let parent = whole.parent,
      parent.is(AwaitExprSyntax.self) || parent.is(TryExprSyntax.self)
    {
      whole = parent
    }
    guard let parent = whole.parent else { return false }
    if let list = parent.as(ExprListSyntax.self) {
      return !list.allSatisfy { element in
        guard let sign = element.as(BinaryOperatorExprSyntax.self)?.operator.text else {
          return true
        }
        return ["&&", "||"].contains(sign)
      }
    }
    return parent.is(PrefixOperatorExprSyntax.self) || parent.is(MemberAccessExprSyntax.self)
  }
}

extension ClosureExprSyntax {
  var typeOfFirstParameter: String? {
    parameters.first?.type?.trimmedDescription
  }

  fileprivate func nameOfFirstParameter(unless name: String) -> String? {
    let first = signature?.parameterClause == nil ? "$0" : parameterNames.first
    return first == name ? nil : first
  }
}
