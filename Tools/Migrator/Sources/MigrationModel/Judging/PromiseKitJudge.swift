// What becomes of PromiseKit's calls.

import SwiftSyntax

enum PromiseKitJudge {
  // MARK: Operators

  static func judge(_ site: LinkSite) -> Verdict {
    if case .finalizer = site.base { return site.rewritten("finally { … }") }
    switch site.name {
    case "then": return site.rewritten("then { … }")
    case "map": return site.rewritten("map { … }")
    case "done": return site.rewritten("done { … }")
    case "ensure": return site.renamed(to: "finally", "finally { … }")
    case "finally": return site.rewritten("finally { … }")
    case "asVoid":
      return .rewritten("map { _ in }") {
        if let call = site.call { $0.replaceCall(call, "map { _ in }") }
      }
    case "get": return keepingValue(site)
    case "tap": return tap(site)
    case "catch": return catching(site)
    case "recover": return recovering(site)
    case "cauterize":
      return site.facts.assigns("conf.logHandler")
        ? .kept(.loggedErrors) : .rewritten("ignoreErrors()")
    case "mapValues": return site.rewritten("map { $0.map { … } }")
    case "flatMapValues": return site.rewritten("map { $0.flatMap { … } }")
    case "compactMapValues": return site.rewritten("map { $0.compactMap { … } }")
    case "filterValues": return site.rewritten("map { $0.filter { … } }")
    case "sortedValues": return site.rewritten("map { $0.sorted() }")
    case "thenMap": return site.rewritten("then { Promise.all($0.map { … }) }")
    case "thenFlatMap":
      return site.rewritten("then { Promise.all($0.map { … }) }.map { $0.flatMap(\\.self) }")
    case "compactMap", "firstValue", "lastValue": return .kept(.errorOfOperator)
    case "ensureThen": return .kept(.ensureThen)
    case "pipe": return .kept(.inlinePipe)
    case "wait": return .kept(.blockingWait)
    case "async": return .rewritten("get()")
    case "cancel": return .rewritten("cancel()")
    case "asyncPromise": return .rewritten("the promise itself")
    default: return .kept(.inspection)
    }
  }

  /// `get` passes its value on: the closure needs a name for it, and one way out.
  private static func keepingValue(_ site: LinkSite) -> Verdict {
    guard let closure = site.closure else { return .kept(.functionReference) }
    guard closure.canReturnItsParameter else { return .kept(.keptValue) }
    let value = closure.parameterNames.first ?? "$0"
    guard value != "_" else { return .kept(.keptValue) }
    return site.rewritten("map { …; return $0 }") { edits in
      if let call = site.call { edits.rename(call, to: "map") }
      edits.insert(last: "return \(value)", in: closure)
    }
  }

  private static func tap(_ site: LinkSite) -> Verdict {
    guard let closure = site.closure else { return .kept(.functionReference) }
    return closure.matchesParameterAlone ? site.rewritten("tap { … }") : .kept(.resultType)
  }

  /// The policy of a `catch` or `recover`: whether cancellations are handled.
  private enum Policy { case all, allButCancellations, kept(Reason) }

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
    return site.facts.declaresCancellableErrors ? .kept(.cancellableErrors) : .allButCancellations
  }

  private static func catching(_ site: LinkSite) -> Verdict {
    switch policy(site) {
    case .all: site.rewritten("catch { … }")
    case .allButCancellations: site.rewritten("catch(except: CancellationError.self) { … }")
    case .kept(let reason): .kept(reason)
    }
  }

  private static func recovering(_ site: LinkSite) -> Verdict {
    guard let closure = site.closure else { return .kept(.functionReference) }
    let result = site.typer.result(of: closure)
    let isVoid = result == .void && site.base.value == .void
    switch result.promiseType {
    case .guarantee: return site.rewritten("recover(.promise) { … }")
    case .promise: break
    default:
      // `.value(x)` and nothing at all are a guarantee or a promise, as the text around asks.
      let isValue = closure.onlyExpression?.implicitMemberName == "value"
      guard isVoid || isValue else { return .kept(.recoverOverload) }
      switch site.recoveredType {
      case .guarantee: return site.rewritten("recover { … }")
      case .promise: break
      default: return .kept(.recoverOverload)
      }
    }
    let form = result.promiseType == .promise ? "recover(.promise)" : "recover"
    switch policy(site) {
    case .all: return site.rewritten("\(form) { … }")
    case .allButCancellations:
      return site.rewritten("\(form) { if $0 is CancellationError { throw $0 }; … }")
    case .kept(let reason): return .kept(reason)
    }
  }

  // MARK: Functions and initializers

  static func judge(function name: String, _ call: FunctionCallExprSyntax, _ site: LinkSite)
    -> Verdict
  {
    let label = call.arguments.first?.label?.text
    switch name {
    case "firstly": return firstly(call)
    case "after": return after(call)
    case "hang": return .kept(.blockingWait)
    case "race":
      if label == "fulfilled" { return .kept(.errorOfOperator) }
      return call.arguments.count > 1 ? .rewritten("Promise.race(…)") : .kept(.errorOfOperator)
    case "when":
      if call.argument("concurrently") != nil { return .kept(.iteratorGroup) }
      if label == "resolved" { return .kept(.groupOfOutcomes) }
      let shapes = call.arguments.map { site.typer.shape(of: $0.expression) }
      let values = shapes.count == 1 ? shapes.map(\.element.value) : shapes.map(\.value)
      guard !values.isEmpty, values.allSatisfy(\.isKnown) else { return .kept(.groupOfVoid) }
      let isVoid = values.allSatisfy { $0 == .void }
      return .rewritten(isVoid ? "Promise.all(…).map { _ in }" : "Promise.all(…)")
    default: return .kept(.unknownCall)
    }
  }

  private static func firstly(_ call: FunctionCallExprSyntax) -> Verdict {
    guard let closure = call.allArguments.first?.value.as(ClosureExprSyntax.self) else {
      return .kept(.functionReference)
    }
    if closure.mayThrow { return .kept(.throwingBody) }
    guard let body = closure.onlyExpression else { return .kept(.severalStatements) }
    return .rewritten("its body") { $0.unwrap(body, of: ExprSyntax(call)) }
  }

  private static func after(_ call: FunctionCallExprSyntax) -> Verdict {
    guard let argument = call.arguments.first else { return .kept(.timeInterval) }
    if argument.label?.text == "seconds" { return .rewritten("Promise.delay(for: .seconds(…))") }
    guard let interval = argument.expression.as(FunctionCallExprSyntax.self),
      let member = interval.calledExpression.as(MemberAccessExprSyntax.self),
      member.base == nil || member.base?.trimmedDescription == "DispatchTimeInterval",
      ["seconds", "milliseconds", "microseconds", "nanoseconds"].contains(
        member.declName.baseName.text)
    else { return .kept(.timeInterval) }
    return .rewritten(Rewrite("Promise.delay(for: .\(member.declName.baseName.text)(…))"))
  }

  static func judge(
    initializer call: FunctionCallExprSyntax, of type: PromiseType, _ typer: Typer
  ) -> Verdict {
    guard let argument = call.allArguments.first else { return .rewritten(".fulfilled(())") }
    if argument.label == "error" { return .rewritten(".rejected(…)") }
    if let closure = argument.value.as(ClosureExprSyntax.self) {
      if type == .guarantee { return .kept(.resolverShape) }
      switch closure.resolverUse {
      case .settles: return .rewritten("Promise { … }")
      case .passedOn(let call):
        return typer.callback(of: call)?.isWrappable == true
          ? .rewritten("Promise.wrap { … }") : .kept(.resolverShape)
      case .other: return .kept(.resolverShape)
      }
    }
    return typer.shape(of: argument.value).promiseType?.library == .promiseKit
      ? .rewritten("the promise itself") : .kept(.resolverShape)
  }

  static func judge(member name: String, _ call: FunctionCallExprSyntax?) -> Verdict {
    switch name {
    case "value": .rewritten(call == nil ? ".fulfilled(())" : ".fulfilled(…)")
    case "pending": .rewritten("pending()")
    default: .kept(.unknownCall)
    }
  }
}

extension LinkSite {
  /// The type that a `recover` gives, as the text around the chain says.
  var recoveredType: PromiseType? {
    var whole = node
    while whole.isPartOfLongerChain, let parent = whole.parent?.as(ExprSyntax.self) {
      whole = parent
    }
    let expected = typer.expectedShape(of: whole).promiseType
    if isLast { return expected }
    // Only a guarantee all along makes a guarantee at the end.
    return expected == .guarantee ? .guarantee : nil
  }
}
