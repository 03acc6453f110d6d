// What becomes of google/promises' calls.

import SwiftSyntax

enum GoogleJudge {
  static func judge(_ site: LinkSite) -> Verdict {
    switch site.name {
    case "then": return then(site)
    case "catch": return site.rewritten("catch { … }")
    case "always": return site.rewritten("finally { … }")
    case "recover": return recover(site)
    case "validate":
      return site.facts.mentions.contains("PromiseError")
        ? .kept(.errorOfOperator) : site.rewritten("validate { … }")
    case "timeout": return .kept(.timeoutStopsWork)
    case "delay": return site.rewritten("delay(by: .seconds(…))")
    case "reduce": return .kept(.reduce)
    case "fulfill", "reject": return .kept(.settledByConsumer)
    case "async": return .rewritten("get()")
    case "cancel": return .rewritten("cancel()")
    case "asyncPromise": return .rewritten("the promise itself")
    default: return .kept(.inspection)
    }
  }

  private static func then(_ site: LinkSite) -> Verdict {
    guard let closure = site.closure else { return .kept(.functionReference) }
    let result = site.typer.result(of: closure)
    if result.promiseType == .googlePromise { return site.rewritten("then { … }") }
    guard result.isKnown, result.promiseInside == nil else { return .kept(.closureResult) }
    guard result == .void else { return site.rewritten("map { … }") }
    if site.isLast, site.isUnused { return site.rewritten("done { … }") }
    return closure.canReturnItsParameter
      ? site.rewritten("map { …; return $0 }") : .kept(.keptValue)
  }

  private static func recover(_ site: LinkSite) -> Verdict {
    guard let closure = site.closure else { return .kept(.functionReference) }
    let result = site.typer.result(of: closure)
    if result.promiseType == .googlePromise { return site.rewritten("recover(.promise) { … }") }
    let isMember = closure.onlyExpression?.implicitMemberName != nil
    let isValue = (result.isKnown && result.promiseInside == nil) || (isMember && isOwnMember(site))
    return isValue ? site.rewritten("recover { … }") : .kept(.closureResult)
  }

  /// `.placeholder` is a member of the value's type, which the sources declare.
  private static func isOwnMember(_ site: LinkSite) -> Bool {
    guard let expression = site.closure?.onlyExpression, let name = expression.implicitMemberName
    else { return false }
    let call = expression.as(FunctionCallExprSyntax.self)
    let found = site.typer.declared(name, call, on: site.base.value, isStatic: true)
    return found == site.base.value && found?.isKnown == true
  }

  static func judge(function name: String, _ call: FunctionCallExprSyntax, _ site: LinkSite)
    -> Verdict
  {
    switch name {
    case "all": return site.rewritten("Promise.all(…)")
    case "race": return site.rewritten("Promise.race(…)")
    case "any": return .kept(.groupOfOutcomes)
    case "retry":
      let attempts = call.argument("attempts")
      guard call.argument("condition") == nil,
        attempts == nil || attempts?.is(IntegerLiteralExprSyntax.self) == true,
        attempts?.trimmedDescription.hasPrefix("-") != true
      else { return .kept(.retryCondition) }
      return site.rewritten("Promise.retry(maxAttempts: …) { _ in … }")
    case "wrap": return .kept(.wrapOptional)
    case "awaitPromise": return .kept(.blockingWait)
    default: return .kept(.unknownCall)
    }
  }

  static func judge(initializer call: FunctionCallExprSyntax, _ site: LinkSite) -> Verdict {
    let arguments = call.allArguments.filter { $0.label != "on" }
    guard let argument = arguments.first else { return .kept(.settledByConsumer) }
    if let closure = argument.value.as(ClosureExprSyntax.self) {
      if closure.parameterNames.count == 2 || closure.highestDollar >= 0 {
        return .kept(.laterBody)
      }
      return site.rewritten("Promise { … }")
    }
    if argument.value.is(TryExprSyntax.self) { return .kept(.throwingBody) }
    switch site.typer.shape(of: argument.value) {
    case .array, .dictionary, .tuple: return .rewritten(".fulfilled(…)")
    case .named(let name) where ["Int", "Double", "String", "Bool", "Number"].contains(name):
      return .rewritten(".fulfilled(…)")
    default: return .kept(.valueOrError)
    }
  }

  static func judge(member name: String) -> Verdict {
    name == "pending" ? .kept(.settledByConsumer) : .kept(.unknownCall)
  }
}
