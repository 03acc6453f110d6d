// How PromiseKit's operators are rewritten.

import SwiftSyntax

enum PromiseKitJudge {
  static func judge(_ site: LinkSite) -> Verdict {
    if case .finalizer = site.base { return site.placed("finally { … }") }
    if site.base.value.hasOutcome { return judge(outcomes: site) }
    switch site.name {
    case "then", "done": return site.placed("\(site.name) { … }", canLeave: site.name == "then")
    case "map": return site.placed("map { … }", canLeave: true)
    case "ensure": return site.placed("finally { … }", to: "finally")
    case "finally": return site.placed("finally { … }")
    case "asVoid": return asVoid(site)
    case "get": return get(site)
    case "tap": return tap(site)
    case "catch": return catching(site)
    case "recover": return recovering(site)
    case "cauterize": return cauterize(site)
    case "ensureThen": return ensureThen(site)
    case "pipe": return pipe(site)
    case "wait": return .kept(.blockingWait)
    // PMKFoundation's check of a response.
    case "validate":
      let isKnown = !site.typer.file.imports.modules.isDisjoint(
        with: ["PMKFoundation", "PMKFoundationCompat"])
      return .kept(isKnown ? .errorOfOperator : .unknownCall)
    case "async": return awaiting(site)
    case "cancel": return .rewritten("cancel()")
    case "asyncPromise":
      return .rewritten("the promise itself") { edits in
        guard let call = site.node.as(MemberAccessExprSyntax.self) else { return }
        edits.remove(from: call.period.positionAfterSkippingLeadingTrivia, to: call.endPosition)
      }
    default: return judge(values: site) ?? judge(look: site)
    }
  }

  /// A link on `when(resolved:)`.
  private static func judge(outcomes site: LinkSite) -> Verdict {
    guard let call = site.call, call.isOnOutcomes, let group = site.node.lastStep?.base,
      site.typer.notes.movedHeads.contains(group.id),
      let change = site.typer.outcomeEdits(of: call)
    else { return .kept(.groupOfOutcomes) }
    if site.name == "asVoid" { return asVoid(site) }
    let isMap = site.name == "mapValues"
    return site.placed(
      isMap ? "map { $0.map { … } }" : "\(site.name) { … }", to: isMap ? "map" : nil,
      outer: isMap ? "$0.map" : nil, isTransferable: true
    ) { $0.add(change) }
  }

  private static func asVoid(_ site: LinkSite) -> Verdict {
    // The values of a group of outcomes were checked when the group was judged.
    if !site.base.value.hasOutcome, site.typer.isNotSendable(site.base.value) {
      return .kept(.notSendable)
    }
    // Another link has made the promise, which nobody else has.
    if let base = site.node.lastStep?.base, let name = base.lastStep?.step.name,
      site.base.value == .void, ["asVoid", "done", "map", "then"].contains(name)
    {
      return .rewritten("nothing") { edits in
        edits.remove(
          from: base.endPositionBeforeTrailingTrivia, to: site.node.endPositionBeforeTrailingTrivia)
      }
    }
    return .rewritten("map { _ in }") { edits in
      guard let call = site.call, let left = call.leftParen, let right = call.rightParen else {
        return
      }
      edits.replace(call.calleeName, with: "map")
      edits.remove(
        from: left.positionAfterSkippingLeadingTrivia, to: left.endPositionBeforeTrailingTrivia)
      edits.replace(right, with: " { _ in }")
    }
  }

  /// `get` passes its value on, so the closure needs a name for it.
  private static func get(_ site: LinkSite) -> Verdict {
    guard let closure = site.closure else {
      if site.base.value == .void { return site.placed("done { … }", to: "done") }
      return site.placed("map { …; return $0 }", to: "map", returning: "$0")
    }
    // Without a value, `get` becomes `done`.
    if site.base.value == .void, closure.parameterNames.allSatisfy({ $0 == "_" }) {
      return site.placed("done { … }", to: "done")
    }
    guard let value = passedValue(site, closure),
      !closure.statements.contains(where: { $0.binds(Set(closure.parameterNames)) }),
      !site.isToldBehind(closure)
    else { return .kept(.keptValue) }
    let result = site.nameOfResult(site.base.value)
    var (name, parameter) = (value.text, result.map { "-> \($0)" })
    if name == "$0", let words = parameter {
      name = closure.free("value")
      parameter = "\(name) \(words)"
    }
    return site.placed(
      "map { …; return \(value.text) }", to: "map", parameter: parameter
    ) { edits in
      if name != value.text { edits.replaceDollar(of: closure, with: name) }
      edits.add(value.edits)
      edits.removeResult(of: closure)
      for exit in closure.statements.returns {
        guard let result = exit.expression else {
          edits.insert(" \(name)", after: exit.returnKeyword)
          continue
        }
        // `return use($0)`
        edits.removeReturn(of: exit, before: result)
        let lineBreak = exit.indentation.map { "\n\($0)" } ?? "; "
        edits.insert("\(lineBreak)return \(name)", after: result)
      }
      edits.insert(end: "return \(name)", in: closure)
    }
  }

  /// The expression for the value in a closure, after all its parts have been named.
  private static func passedValue(
    _ site: LinkSite, _ closure: ClosureExprSyntax
  ) -> (text: String, edits: Edits)? {
    var edits = Edits()
    let names = closure.parameterNames
    guard names.count > 1 else {
      if case .tuple(let parts) = site.base.value, names.isEmpty, closure.highestDollar > 0 {
        let values = parts.indices.map { "$\($0)" }
        return ("(\(values.joined(separator: ", ")))", edits)
      }
      if names.isEmpty, closure.highestDollar > 0 { return nil }
      let text = edits.nameParameter(of: closure, closure.free("value"))
      return (text, edits)
    }
    guard let parameters = closure.bareParameters else {
      return names.contains("_") ? nil : ("(\(names.joined(separator: ", ")))", edits)
    }
    let values = zip(1..., parameters).map { number, parameter in
      guard parameter.name.text == "_" else { return parameter.name.text }
      let value = closure.free("value\(number)")
      edits.replace(parameter.name, with: value)
      return value
    }
    return ("(\(values.joined(separator: ", ")))", edits)
  }

  /// Passes the outcome along as a value while the promise that the closure starts is pending.
  private static func ensureThen(_ site: LinkSite) -> Verdict {
    guard let closure = site.closure, closure.parameterNames.isEmpty,
      closure.signature?.parameterClause == nil, closure.signature?.returnClause == nil,
      site.typer.result(of: closure).promiseType != nil, let call = site.call
    else { return .kept(.ensureThen) }
    let outcome = closure.free("outcome")
    return site.placed(
      "map { .success($0) }.recover { .failure($0) }.then { … }.map { try outcome.get() }",
      to: "map { Swift.Result<_, any Error>.success($0) }"
        + "\n\(call.calleeName.blanksOfLine).recover { .failure($0) }.then",
      parameter: outcome
    ) { edits in
      for result in closure.results {
        let isSimple = !result.is(SequenceExprSyntax.self)
        edits.wrap(
          result, isSimple ? "" : "(", "\(isSimple ? "" : ")").map { try \(outcome).get() }")
      }
    }
  }

  /// `pipe(to: seal.resolve)` makes the resolver follow the promise. PromiseKit runs any other
  /// closure in the call that settles the promise.
  private static func pipe(_ site: LinkSite) -> Verdict {
    guard let call = site.call else { return .kept(.inlinePipe) }
    if let resolver = call.pipedResolver(site.typer) { return follow(call, resolver) }
    guard site.facts.assumptions.contains(.laterHandlers), let closure = call.trailingClosure,
      let patterns = closure.matchedCases(of: closure.parameterNames.first ?? "$0")
    else { return .kept(.inlinePipe) }
    if !site.typer.isOnMainActor(Syntax(closure)), site.typer.capturesNotSendable(closure) {
      return .kept(.notSendable)
    }
    return .rewritten("whenSettled { … }") { edits in
      edits.rename(call, to: "whenSettled")
      for (name, replacement) in patterns { edits.replace(name, with: replacement) }
    }
  }

  private static func follow(_ call: FunctionCallExprSyntax, _ resolver: String) -> Verdict {
    .rewritten("\(resolver).follow(…)") { edits in
      guard let base = ExprSyntax(call).lastStep?.base else {
        return edits.replace(call, with: "\(resolver).follow(self)")
      }
      let promise = base.as(OptionalChainingExprSyntax.self)?.expression ?? base
      if base.isOptionalChain {
        edits.wrap(promise, "if let promise = ", " { \(resolver).follow(promise) }")
      } else {
        edits.wrap(promise, "\(resolver).follow(", ")", isOutside: true)
      }
      edits.remove(
        from: promise.endPositionBeforeTrailingTrivia, to: call.endPositionBeforeTrailingTrivia)
    }
  }

  private static func tap(_ site: LinkSite) -> Verdict {
    guard let closure = site.closure else { return .kept(.functionReference) }
    guard let patterns = closure.matchedCases(of: closure.parameterNames.first ?? "$0") else {
      return .kept(.resultType)
    }
    return site.placed("tap { … }") { edits in
      for (name, replacement) in patterns { edits.replace(name, with: replacement) }
    }
  }
}

extension FunctionCallExprSyntax {
  /// `seal` in `pipe(to: seal.resolve)`, if it becomes one of this library's resolvers.
  func pipedResolver(_ typer: Typer) -> String? {
    guard calleeName.text == "pipe", let access = argument("to")?.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "resolve", let resolver = access.base,
      case .resolver(.promiseKit, let value) = typer.shape(of: resolver),
      resolver.is(DeclReferenceExprSyntax.self) || resolver.is(MemberAccessExprSyntax.self),
      !typer.isNotSendable(value), canBind(to: resolver.trimmedDescription, typer)
    else { return nil }
    return resolver.trimmedDescription
  }

  /// Whether a statement can ask for the promise first, if it is optional.
  private func canBind(to resolver: String, _ typer: Typer) -> Bool {
    guard let base = ExprSyntax(self).lastStep?.base, base.isOptionalChain else { return true }
    let isHeld = base.postfixSteps.last.map(typer.isHeld) ?? false
    let hasClosure = base.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .leftBrace }
    return isStatementAlone && !isHeld && !hasClosure && !resolver.hasPrefix("promise")
  }
}

extension ClosureExprSyntax {
  /// Returns a name that the closure doesn't use.
  func free(_ name: String) -> String {
    let used = Set(tokens(viewMode: .sourceAccurate).map(\.text))
    return [name, "outcome", "given", "\(name)1", "\(name)2"].first { !used.contains($0) } ?? name
  }
}
