// How PromiseKit's operators on errors are rewritten.

import SwiftSyntax

extension PromiseKitJudge {
  /// The policy of a `catch` or `recover`: whether cancellations are handled.
  private enum Policy {
    case all, allButCancellations
    /// All errors except those for which PromiseKit's `isCancelled` is true.
    case allButCancelled
    case kept(Reason)
  }

  private static func policy(_ site: LinkSite) -> Policy {
    if let policy = site.call?.argument("policy")?.trimmedDescription {
      switch policy {
      case ".allErrors", "CatchPolicy.allErrors": return .all
      case ".allErrorsExceptCancellation", "CatchPolicy.allErrorsExceptCancellation": break
      default: return .kept(.catchPolicy)
      }
    } else if site.facts.assigns("conf.catchPolicy") {
      return .kept(.catchPolicy)
    }
    return site.facts.hasOtherCancellations ? .allButCancelled : .allButCancellations
  }

  static func catching(_ site: LinkSite) -> Verdict {
    switch policy(site) {
    case .all: return site.placed("catch { … }") { endFinalizer(site, &$0) }
    case .allButCancellations:
      return site.placed(
        "catch(except: CancellationError.self) { … }", to: "catch",
        "except: CancellationError.self"
      ) { endFinalizer(site, &$0) }
    case .allButCancelled:
      guard let closure = site.closure else {
        return site.placed(
          "catch { if !$0.isCancelled { … } }", needsLibrary: true, condition: "if !$0.isCancelled"
        ) { endFinalizer(site, &$0) }
      }
      if closure.statements.isEmpty {
        return site.placed("catch { }", to: "catch") { endFinalizer(site, &$0) }
      }
      return site.placed("catch { guard !$0.isCancelled …; … }", needsLibrary: true) { edits in
        let name = edits.nameParameter(of: closure, closure.free("error"))
        edits.insert(
          statement: "guard !\(name).isCancelled else { return }", in: closure, returning: false)
        endFinalizer(site, &edits)
      }
    case .kept(let reason): return .kept(reason)
    }
  }

  static func cauterize(_ site: LinkSite) -> Verdict {
    if site.facts.assigns("conf.logHandler") { return logging(site) }
    return .rewritten("ignoreErrors()") { edits in
      if let call = site.call { edits.replace(call.calleeName, with: "ignoreErrors") }
      endFinalizer(site, &edits)
    }
  }

  /// Logs with PromiseKit's log handler, which the sources set.
  private static func logging(_ site: LinkSite) -> Verdict {
    var condition = ""
    switch policy(site) {
    case .allButCancellations: break
    case .allButCancelled: condition = "if !$0.isCancelled { "
    case .all, .kept: return .kept(.loggedErrors)
    }
    guard !site.facts.assigns("conf.Q", "conf.Q.return"),
      let call = site.call, let left = call.leftParen, let right = call.rightParen
    else { return .kept(.loggedErrors) }
    var edits = Edits()
    let mark = site.typer.isOnMainActor(Syntax(call)) ? "" : "@MainActor in "
    edits.replace(call.calleeName, with: "catch")
    edits.replace(left, with: "(except: CancellationError.self")
    let end = isFinalizerUsed(site) ? ".map { _ in }" : ""
    let body = "\(condition)conf.logHandler(.cauterized($0))\(condition.isEmpty ? "" : " }")"
    edits.replace(right, with: ") { \(mark)\(body) }\(end)")
    return .rewritten(
      Rewrite(
        "catch(except: CancellationError.self) { conf.logHandler(.cauterized($0)) }", edits,
        needsLibrary: true))
  }

  /// A finalizer that is returned or stored becomes a promise without a value.
  private static func endFinalizer(_ site: LinkSite, _ edits: inout Edits) {
    guard isFinalizerUsed(site), let call = site.call else { return }
    edits.close(call, ".map { _ in }")
  }

  private static func isFinalizerUsed(_ site: LinkSite) -> Bool {
    site.isLast && !site.node.isUnusedResult && site.base.value != .void
  }

  // MARK: Recovering

  private enum Form {
    /// The closure returns a guarantee or nothing, so it recovers from cancellations, too.
    case value, promise
    case valueByPolicy, promiseByPolicy
    case kept
  }

  static func recovering(_ site: LinkSite) -> Verdict {
    guard let closure = site.closure else { return .kept(.functionReference) }
    switch form(of: site, closure) {
    case .kept: return .kept(.recoverOverload)
    case .value:
      return site.placed("recover { … }", to: "recover", nil) { unwrapValue(of: closure, &$0) }
    case .promise: return site.placed("recover(.promise) { … }", to: "recover", ".promise")
    case .valueByPolicy: return recovering(site, closure, nil)
    case .promiseByPolicy: return recovering(site, closure, ".promise")
    }
  }

  private static func recovering(
    _ site: LinkSite, _ closure: ClosureExprSyntax, _ form: String?
  ) -> Verdict {
    let call = form.map { "recover(\($0))" } ?? "recover"
    func recovered(_ text: String, _ condition: (String) -> String, needsLibrary: Bool) -> Verdict {
      site.placed(
        "\(call) { if \(text) { throw $0 }; … }", to: "recover", form, needsLibrary: needsLibrary
      ) { edits in
        let name = edits.nameParameter(of: closure, closure.free("error"))
        let isResult = form != nil
        edits.insert(
          statement: "if \(condition(name)) { throw \(name) }", in: closure, returning: isResult)
      }
    }
    switch policy(site) {
    case .all: return site.placed("\(call) { … }", to: "recover", form)
    case .allButCancellations:
      return recovered(
        "$0 is CancellationError", { "\($0) is CancellationError" }, needsLibrary: false)
    case .allButCancelled:
      return recovered("$0.isCancelled", { "\($0).isCancelled" }, needsLibrary: true)
    case .kept(let reason): return .kept(reason)
    }
  }

  private static func form(of site: LinkSite, _ closure: ClosureExprSyntax) -> Form {
    let hasSignature = closure.signature?.returnClause != nil
    let result = site.typer.result(of: closure)
    // If no type is declared, `.value(x)` can only be a guarantee.
    let isValue = closure.onlyExpression?.implicitMemberName == "value"
    if isValue, !hasSignature { return .value }
    switch result.promiseType {
    case .guarantee: return .promise
    case .promise: return .promiseByPolicy
    default: break
    }
    guard result == .void, site.base.value == .void else { return .kept }
    if closure.mayThrow { return .valueByPolicy }
    if site.isLast {
      switch site.recoveredType {
      case .promise: return .valueByPolicy
      case .guarantee: return .value
      default: return site.node.isUnusedResult ? .value : .kept
      }
    }
    return .value
  }

  /// `{ _ in .value(x) }` becomes `{ _ in x }`.
  private static func unwrapValue(of closure: ClosureExprSyntax, _ edits: inout Edits) {
    guard let expression = closure.onlyExpression, expression.implicitMemberName == "value",
      let call = expression.as(FunctionCallExprSyntax.self), let value = call.arguments.first,
      let right = call.rightParen
    else {
      if let expression = closure.onlyExpression, expression.implicitMemberName == "value" {
        edits.replace(expression, with: "()")
      }
      return
    }
    edits.remove(
      from: call.positionAfterSkippingLeadingTrivia,
      to: value.positionAfterSkippingLeadingTrivia)
    edits.remove(
      from: value.expression.endPositionBeforeTrailingTrivia,
      to: right.endPositionBeforeTrailingTrivia)
  }
}

extension LinkSite {
  /// The type that a `recover` must return, according to the code around the chain.
  var recoveredType: PromiseType? {
    var whole = node
    while whole.isPartOfLongerChain, let parent = whole.parent?.as(ExprSyntax.self) {
      whole = parent
    }
    let expected = typer.expectedShape(of: whole).promiseType
    if isLast { return expected ?? whole.guaranteeAround }
    // A chain ends in a guarantee only if all its links are guarantees.
    return expected == .guarantee ? .guarantee : nil
  }
}

extension ExprSyntax {
  /// `.guarantee` if the expression is the result of a closure that must return a guarantee.
  fileprivate var guaranteeAround: PromiseType? {
    guard let closure = parent?.parent?.parent?.as(ClosureExprSyntax.self),
      closure.onlyExpression?.id == id, let (call, _) = closure.callItIsPassedTo
    else { return nil }
    if call.calleeName.text == "ensureThen" { return .guarantee }
    guard call.calleeName.text == "map", let argument = call.parent?.as(LabeledExprSyntax.self)
    else { return nil }
    return argument.label?.text == "guarantees" ? .guarantee : nil
  }
}
