// How PromiseKit's functions, initializers and static members are rewritten.

import SwiftSyntax

extension PromiseKitJudge {
  static func judge(function name: String, _ call: FunctionCallExprSyntax, _ site: LinkSite)
    -> Verdict
  {
    let label = call.arguments.first?.label?.text
    switch name {
    case "firstly": return firstly(call, site.typer)
    case "after": return after(call, site.typer.promiseName(at: call, of: "Void"))
    case "hang": return .kept(.blockingWait)
    case "race":
      if label == "fulfilled" { return raceOfFulfilled(call) }
      let isLiteral =
        call.arguments.first?.expression.as(ArrayExprSyntax.self)?.elements.isEmpty == false
      guard call.arguments.count > 1 || isLiteral else { return .kept(.errorOfOperator) }
      let values = call.arguments.map { site.typer.shape(of: $0.expression) }
        .flatMap { [$0.value, $0.element.value] }
      if values.contains(where: site.typer.isNotSendable) { return .kept(.notSendable) }
      return .rewritten("Promise.race(…)") { edits in
        edits.rename(call, to: "\(site.typer.promiseName(at: call)).race")
      }
    case "when": return when(call, label, site)
    case "wrap": return .kept(.callbackShape)
    default: return .kept(.unknownCall)
    }
  }

  /// `race(fulfilled:)` rejects with PromiseKit's own errors, which the rewrite preserves.
  private static func raceOfFulfilled(_ call: FunctionCallExprSyntax) -> Verdict {
    guard call.arguments.count == 1, let first = call.arguments.first, let right = call.rightParen
    else { return .kept(.errorOfOperator) }
    var edits = Edits()
    edits.rename(call, to: "Promise.any")
    edits.removeLabel(of: first)
    let lineBreak = "\n\(call.blanksOfLine)"
    let lines = [
      "switch error {", "case PromiseError.noneFulfilled: throw PMKError.noWinner",
      "case PromiseError.emptyGroup: throw PMKError.badInput", "default: throw error", "}",
    ].map { lineBreak + call.indentationUnit + $0 }
    edits.replace(right, with: ").recover { error in" + lines.joined() + lineBreak + "}")
    return .rewritten(Rewrite("Promise.any(…).recover { … }", edits, needsLibrary: true))
  }

  private static func when(
    _ call: FunctionCallExprSyntax, _ label: String?, _ site: LinkSite
  ) -> Verdict {
    if call.argument("concurrently") != nil { return .kept(.iteratorGroup) }
    let shapes = call.arguments.map { site.typer.shape(of: $0.expression) }
    let isArray = shapes.count == 1
    let promises = isArray ? shapes.map(\.element) : shapes
    let values = promises.map(\.value)
    if promises.contains(where: { $0.promiseType == nil }) { return .kept(.unknownPromise) }
    if label == "resolved" {
      if values.contains(where: site.typer.isNotSendable) { return .kept(.notSendable) }
      return allSettled(call, site)
    }
    guard !values.isEmpty, let isVoid = isOfVoid(call, values, isArray: isArray, site.typer) else {
      return .kept(.groupOfVoid)
    }
    if values.contains(where: site.typer.isNotSendable) { return .kept(.notSendable) }
    // Without a label, guarantees produce an array.
    let isList = label == nil && !isArray && !isVoid
    let isMapped = isVoid && call.nextCall?.ignoresValue != true
    return .rewritten(isMapped ? "Promise.all(…).map { _ in }" : "Promise.all(…)") { edits in
      edits.rename(call, to: "\(site.typer.promiseName(at: call)).all")
      if let first = call.arguments.first { edits.removeLabel(of: first) }
      if isList, let left = call.leftParen { edits.insert("[", after: left) }
      let end = isList ? "]" : ""
      if let right = call.rightParen, isList || isMapped {
        edits.replace(right, with: "\(end))\(isMapped ? ".map { _ in }" : "")")
      }
    }
  }

  /// Whether the promises of a group, and therefore the group, have no values; nil if the source
  /// doesn't reveal this.
  private static func isOfVoid(
    _ call: FunctionCallExprSyntax, _ values: [Shape], isArray: Bool, _ typer: Typer
  ) -> Bool? {
    if !isArray, values.contains(where: \.isValue) || call.givesSeveral { return false }
    if values.allSatisfy(\.isKnown) { return values.allSatisfy { $0 == .void } }
    let expected = typer.expectedValue(of: ExprSyntax(call))
    if expected.isKnown { return expected == .void }
    guard let next = call.nextCall,
      ["map", "then", "done", "compactMap"].contains(next.calleeName.text),
      let closure = next.allArguments.last?.value.as(ClosureExprSyntax.self)
    else { return nil }
    // A closure without a parameter takes no value, and one that ignores it takes any.
    if closure.parameterNames.isEmpty { return closure.highestDollar < 0 ? true : nil }
    return closure.ignoresParameters ? false : nil
  }

  /// The outcomes have another type here, so the next call is rewritten together with the group.
  private static func allSettled(_ call: FunctionCallExprSyntax, _ site: LinkSite) -> Verdict {
    guard let next = call.nextCall, next.isOnOutcomes, site.typer.outcomeEdits(of: next) != nil,
      !site.facts.assigns("conf.Q", "conf.Q.map", "conf.Q.return")
    else { return .kept(.groupOfOutcomes) }
    if let closure = next.trailingClosure, !site.typer.isOnMainActor(Syntax(closure)),
      site.typer.capturesNotSendable(closure)
    {
      return .kept(.groupOfOutcomes)
    }
    return .rewritten("Promise.allSettled(…)") { edits in
      edits.rename(call, to: "Promise.allSettled")
      guard let first = call.arguments.first else { return }
      edits.removeLabel(of: first)
      guard call.arguments.count > 1, let left = call.leftParen, let right = call.rightParen else {
        return
      }
      edits.insert("[", after: left)
      edits.insert("]", before: right)
    }
  }

  // MARK: firstly

  private static func firstly(_ call: FunctionCallExprSyntax, _ typer: Typer) -> Verdict {
    guard let closure = call.allArguments.first?.value.as(ClosureExprSyntax.self),
      call.trailingClosure != nil
    else { return .kept(.functionReference) }
    let only = closure.onlyExpression
    let result = closure.signature?.returnClause?.type
    if let only, !closure.mayThrow, !only.isBranch,
      closure.signature?.capture == nil || result == nil,
      result == nil || result?.is(IdentifierTypeSyntax.self) == true
    {
      // If another call follows, `.value(x)` needs an explicit type.
      let isBare = only.implicitMemberName != nil && ExprSyntax(call).isPartOfLongerChain
      let arguments = result?.as(IdentifierTypeSyntax.self)?.genericArgumentClause
      return .rewritten("its body") { edits in
        if isBare {
          edits.insert("Promise\(arguments?.trimmedDescription ?? "")", before: only)
        } else if let arguments, !typer.saysValue(of: only) {
          // The type says which promise of a generic function is meant.
          edits.wrap(only, "(", " as Promise\(arguments.trimmedDescription))")
        }
        edits.unwrap(only, of: ExprSyntax(call))
      }
    }
    if let only, only.isBranch { return .kept(.severalStatements) }
    guard closure.signature?.capture == nil,
      case .promise(_, let value) = typer.result(of: closure).unwrapped,
      !typer.isNotSendable(value)
    else { return .kept(.severalStatements) }
    let text = "Promise { resolver in resolver.follow(…) }"
    return .rewritten(text) { follow(closure, of: call, only, &$0) }
  }

  /// Turns the body of a `firstly` into one that settles a promise with its result or its error.
  private static func follow(
    _ closure: ClosureExprSyntax, of call: FunctionCallExprSyntax, _ only: ExprSyntax?,
    _ edits: inout Edits
  ) {
    let resolver = closure.free("resolver")
    let type = closure.signature?.returnClause?.type
    let generic =
      (type?.as(IdentifierTypeSyntax.self)?.genericArgumentClause)
      .map { $0.trimmedDescription } ?? ""
    edits.set(call, name: "Promise\(generic)", arguments: nil)
    if let signature = closure.signature {
      edits.remove(
        from: signature.positionAfterSkippingLeadingTrivia,
        to: signature.inKeyword.positionAfterSkippingLeadingTrivia)
      edits.insert("\(resolver) ", before: signature.inKeyword)
    } else {
      edits.open(closure, with: "\(resolver) in")
    }
    let last = closure.statements.last
    if let only, last?.item.is(ReturnStmtSyntax.self) == false {
      edits.insert("\(resolver).follow(", before: only)
      edits.insert(")", after: only)
      return
    }
    for exit in closure.statements.returns {
      guard let result = exit.expression else { continue }
      edits.removeReturn(of: exit, before: result)
      edits.insert("\(resolver).follow(", before: result)
      let isLast = last?.item.as(ReturnStmtSyntax.self)?.id == exit.id
      let leave = exit.indentation.map { "\n\($0)return" } ?? "; return"
      edits.insert(isLast ? ")" : ")\(leave)", after: result)
    }
  }

  // MARK: Work on a queue

  /// `queue.async(.promise) { … }`
  static func judge(queueWork call: FunctionCallExprSyntax, _ typer: Typer) -> Verdict {
    guard call.calleeName.text == "async", let closure = call.trailingClosure,
      closure.signature == nil, let marker = call.arguments.first, !closure.statements.isEmpty
    else { return .kept(.queueWork) }
    if typer.capturesNotSendable(closure) || typer.isNotSendable(typer.result(of: closure)) {
      return .kept(.notSendable)
    }
    let isOnMain = typer.isOnMainActor(Syntax(closure))
    if isOnMain, typer.selfUse(of: closure) != .none { return .kept(.queueWork) }
    let resolver = closure.free("resolver")
    let text = "Promise { resolver in queue.async { resolver.resolve(with: Result { … }) } }"
    return .rewritten(text) { edits in
      // A multiline body keeps its indentation.
      let isLong = closure.statements.first?.indentation != nil
      let separator = isLong ? "\n\(call.blanksOfLine)  " : " "
      edits.insert("Promise { \(resolver) in\(separator)", before: call)
      edits.remove(marker, of: call)
      edits.open(closure, with: "\(resolver).resolve(with: Swift.Result {")
      edits.replace(closure.rightBrace, with: "}) } }")
    }
  }
}

extension Typer {
  /// The name of the type on which a static member is called. In an extension of a promise,
  /// an unqualified `Promise` means the extended promise.
  func promiseName(
    at node: some SyntaxProtocol, of value: String? = nil
  ) -> String {
    var current: Syntax? = Syntax(node)
    while let here = current, !here.is(ExtensionDeclSyntax.self) { current = here.parent }
    guard let current, ownerShape(of: current).promiseType != nil else { return "Promise" }
    return value.map { "Promise<\($0)>" } ?? "AsyncPromises.Promise"
  }
}

extension Typer {
  /// Whether `Promise` or `Guarantee`, without its value, is another type than the one extended
  /// there. In this library, it would be the same.
  func isOtherThanExtended(_ name: DeclReferenceExprSyntax) -> Bool {
    guard name.parent?.is(GenericSpecializationExprSyntax.self) != true,
      let extended = Syntax(name).enclosingExtension,
      let type = ownerShape(of: Syntax(extended)).promiseType, type.library == .promiseKit
    else { return false }
    switch name.baseName.text {
    case "Promise": return type != .promise
    case "Guarantee": return type != .guarantee
    default: return false
    }
  }
}

extension Typer {
  /// Whether an expression alone says which value its promise has.
  fileprivate func saysValue(of expression: ExprSyntax) -> Bool {
    let members = expression.as(FunctionCallExprSyntax.self).map(calledMembers) ?? []
    return shape(of: expression).value.isKnown
      && members.allSatisfy {
        $0.node.as(FunctionDeclSyntax.self)?.genericParameterClause == nil
      }
  }
}

extension ExprSyntax {
  fileprivate var isBranch: Bool { self.is(IfExprSyntax.self) || self.is(SwitchExprSyntax.self) }
}

extension Shape {
  /// Whether the shape is known and isn't `Void`.
  fileprivate var isValue: Bool { isKnown && self != .void }
}

extension FunctionCallExprSyntax {
  /// Whether the closure of the next call destructures the result.
  fileprivate var givesSeveral: Bool {
    guard let closure = nextCall?.allArguments.last?.value.as(ClosureExprSyntax.self) else {
      return false
    }
    return closure.parameterNames.count > 1 || closure.highestDollar > 0
  }

  /// Whether it gives its promise another value, and takes any.
  fileprivate var ignoresValue: Bool {
    guard ["map", "then", "done"].contains(calleeName.text) else {
      return calleeName.text == "asVoid"
    }
    return allArguments.last?.value.as(ClosureExprSyntax.self)?.ignoresParameters ?? false
  }

  /// The next call of the chain, which may begin with a `firstly` around this one.
  fileprivate var nextCall: FunctionCallExprSyntax? {
    if let access = parent?.as(MemberAccessExprSyntax.self) {
      return access.parent?.as(FunctionCallExprSyntax.self)
    }
    guard let closure = Syntax(self).enclosingClosure,
      closure.onlyExpression?.id == ExprSyntax(self).id,
      let (call, _) = closure.callItIsPassedTo, call.calleeName.text == "firstly"
    else { return nil }
    return call.nextCall
  }
}
