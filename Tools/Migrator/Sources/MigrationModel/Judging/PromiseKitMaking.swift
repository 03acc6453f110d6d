// How code that makes a promise or guarantee is rewritten: with a value, an error or a resolver.

import SwiftSyntax

extension PromiseKitJudge {
  static func judge(
    initializer call: FunctionCallExprSyntax, of type: PromiseType, _ typer: Typer, _ facts: Facts
  ) -> Verdict {
    if typer.isNotSendable(typer.madeValue(ExprSyntax(call))) { return .kept(.notSendable) }
    guard let argument = call.allArguments.first else {
      return make(".fulfilled(())", call, typer) { edits in
        guard let left = call.leftParen, let right = call.rightParen else { return }
        if call.isInit { edits.replace(call.calleeName, with: "fulfilled") }
        edits.replace(left, with: call.isInit ? "((" : ".fulfilled((")
        edits.replace(right, with: "))")
      }
    }
    if argument.label == "error", let first = call.arguments.first {
      // `static func rejected(_ error: Error) -> Promise<T> { Promise(error: error) }`
      if call.enclosingFunctionName == "rejected", !call.isInit {
        return make("Promise(.failure(…))", call, typer) { edits in
          edits.removeLabel(of: first)
          edits.begin(".failure(", before: first)
          edits.insert(")", after: first)
        }
      }
      return make(".rejected(…)", call, typer) { edits in
        if !call.isInit, let left = call.leftParen { edits.replace(left, with: ".rejected(") }
        if call.isInit { edits.replace(call.calleeName, with: "rejected") }
        edits.removeLabel(of: first)
      }
    }
    if let closure = argument.value.as(ClosureExprSyntax.self),
      call.arguments.isEmpty || argument.label == "resolver"
    {
      return type == .guarantee
        ? guarantee(call, closure, typer) : resolving(call, closure, typer, facts)
    }
    guard argument.label == nil, typer.shape(of: argument.value).promiseType?.library == .promiseKit
    else { return .kept(.resolverShape) }
    return .rewritten("the promise itself") { $0.unwrap(argument.value, of: ExprSyntax(call)) }
  }

  private static func make(
    _ text: String, _ call: FunctionCallExprSyntax, _ typer: Typer,
    _ change: (inout Edits) -> Void
  ) -> Verdict {
    .rewritten(text) { edits in
      edits.renamePromise(of: ExprSyntax(call.calledExpression), typer)
      edits.trailResolver(of: call)
      change(&edits)
    }
  }

  private static func resolving(
    _ call: FunctionCallExprSyntax, _ closure: ClosureExprSyntax, _ typer: Typer, _ facts: Facts
  ) -> Verdict {
    if case .passedOn(let inner) = closure.resolverUse, let shape = typer.callback(of: inner),
      shape.isWrappable,
      // This library reports a missing value with a different error.
      !(shape == .valueOrError && facts.mentions.contains("invalidCallingConvention"))
    {
      return wrapped(call, closure, typer)
    }
    let name = closure.parameterNames.first ?? "$0"
    let isMoved = NameReader.names(in: closure.statements).allSatisfy { use in
      // An inner closure has a `$0` of its own.
      use.text != name || name == "$0" && Syntax(use.node).enclosingClosure?.id != closure.id
        || PromiseKitResolver.canMove(use.node, typer)
    }
    guard isMoved else { return .kept(.resolverShape) }
    return make("Promise { … }", call, typer) { _ in }
  }

  /// `Promise { seal in get(path, completion: seal.resolve) }`
  private static func wrapped(
    _ call: FunctionCallExprSyntax, _ closure: ClosureExprSyntax, _ typer: Typer
  ) -> Verdict {
    make("Promise.wrap { … }", call, typer) { edits in
      if call.isInit {
        edits.replace(call.calleeName, with: "wrap")
      } else {
        edits.insert(".wrap", after: call.calledExpression)
      }
      edits.removeSignature(of: closure)
      let name = closure.parameterNames.first ?? "$0"
      guard let use = NameReader.names(in: closure.statements).first(where: { $0.text == name }),
        let access = use.node.parent?.as(MemberAccessExprSyntax.self)
      else { return }
      guard let resolve = access.parent?.as(FunctionCallExprSyntax.self),
        resolve.calledExpression.id == access.id,
        let inner = Syntax(resolve).enclosingClosure
      else { return edits.replace(access, with: "$0") }
      // `get { value, error in seal.resolve(value, error) }` becomes `get($0)`.
      guard let (called, _) = inner.callItIsPassedTo, called.trailingClosure?.id == inner.id
      else { return edits.replace(inner, with: "$0") }
      let parameter = typer.calledMembers(called).first?.parameters.last(where: \.isFunction)
      let handler = (parameter?.label).map { label in "\(label): $0" } ?? "$0"
      if let right = called.rightParen {
        let separator = called.arguments.isEmpty ? "" : ", "
        edits.replace(
          from: right.positionAfterSkippingLeadingTrivia,
          to: inner.endPositionBeforeTrailingTrivia, with: "\(separator)\(handler))")
      } else {
        edits.replace(
          from: called.calledExpression.endPositionBeforeTrailingTrivia,
          to: inner.endPositionBeforeTrailingTrivia, with: "(\(handler))")
      }
    }
  }

  private static func guarantee(
    _ call: FunctionCallExprSyntax, _ closure: ClosureExprSyntax, _ typer: Typer
  ) -> Verdict {
    let name = closure.parameterNames.first ?? "$0"
    let uses = NameReader.names(in: closure.statements).filter { $0.text == name }
    // `ask(seal)`
    if uses.count == 1, let use = uses.first, use.call == nil,
      let inner = closure.onlyExpression?.as(FunctionCallExprSyntax.self),
      use.node.parent?.as(LabeledExprSyntax.self)?.parent?.parent?.id == inner.id,
      [.value, .nothing].contains(typer.callback(of: inner))
    {
      return make("Promise.wrap { … }", call, typer) { edits in
        edits.insert(".wrap", after: call.calledExpression)
        edits.removeSignature(of: closure)
        if name != "$0" { edits.replace(use.node, with: "$0") }
      }
    }
    let isNamed = name != "$0" || uses.allSatisfy { $0.call != nil }
    let isGivenToLink = uses.contains { use in
      guard use.call == nil, let (taking, _) = ExprSyntax(use.node).callItIsPassedTo,
        let base = taking.calledExpression.as(MemberAccessExprSyntax.self)?.base
      else { return false }
      return typer.shape(of: base).promiseType != nil
    }
    guard isNamed, !isGivenToLink,
      uses.allSatisfy({ $0.call != nil || $0.node.parent?.is(LabeledExprSyntax.self) == true })
    else { return .kept(.resolverShape) }
    return make("Promise { … }", call, typer) { edits in
      for use in uses { edits.fulfil(use) }
    }
  }

  // MARK: Static members

  static func judge(
    member name: String, _ call: FunctionCallExprSyntax?, _ node: ExprSyntax, _ type: PromiseType,
    _ typer: Typer
  ) -> Verdict {
    guard
      let access = node.as(MemberAccessExprSyntax.self)
        ?? call?.calledExpression
        .as(MemberAccessExprSyntax.self)
    else { return .kept(.unknownCall) }
    if typer.isNotSendable(typer.madeValue(node)) { return .kept(.notSendable) }
    func rewritten(_ text: String, _ change: (inout Edits) -> Void) -> Verdict {
      .rewritten(text) { edits in
        if let base = access.base { edits.renamePromise(of: base, typer) }
        change(&edits)
      }
    }
    switch name {
    case "value":
      if call == nil, access.isMappedByName {
        return rewritten("{ .fulfilled($0) }") { edits in
          edits.insert("{ ", before: node)
          edits.replace(access.declName, with: "fulfilled($0) }")
        }
      }
      return rewritten(call == nil ? ".fulfilled(())" : ".fulfilled(…)") { edits in
        edits.replace(access.declName, with: call == nil ? "fulfilled(())" : "fulfilled")
        if let base = access.base?.as(DeclReferenceExprSyntax.self),
          let type = node.literalType(typer)
        {
          edits.insert("<\(type)>", after: base)
        }
      }
    case "init":
      guard let call else { return .kept(.unknownCall) }
      return judge(initializer: call, of: type, typer, Facts())
    case "pending":
      guard type == .guarantee else { return rewritten("pending()") { _ in } }
      if let uses = access.resolveUses(typer) {
        return rewritten("pending()") { edits in
          for use in uses { edits.fulfil(use) }
        }
      }
      // The guarantee and the function are stored, passed on or taken apart elsewhere.
      guard let call else { return .kept(.resolverShape) }
      return rewritten("pending()") { edits in
        edits.insert(
          "{ pending in (guarantee: pending.promise, resolve: { @Sendable in "
            + "_ = pending.resolver.fulfill($0) }) }(", before: call)
        edits.insert(")", after: call)
      }
    default: return .kept(.unknownCall)
    }
  }
}

extension ExprSyntax {
  /// The type of an array of literals before `mapValues` or the like: as nested closures, the
  /// compiler would need very long to find it.
  fileprivate func literalType(_ typer: Typer) -> String? {
    guard let call = self.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
      call.arguments.first?.expression.is(ArrayExprSyntax.self) == true
    else { return nil }
    var link = self
    while let next = link.nextCall {
      if next.calleeName.text.hasSuffix("Values") {
        return typer.spelling(of: typer.madeValue(self))
      }
      link = ExprSyntax(next)
    }
    return nil
  }
}

extension FunctionCallExprSyntax {
  fileprivate var enclosingFunctionName: String? {
    ancestorOrSelf { $0.as(FunctionDeclSyntax.self) }?.name.identifierText
  }
}

extension Edits {
  /// Replaces `Guarantee` with `Promise`, and removes the name of the module.
  mutating func renamePromise(of expression: ExprSyntax, _ typer: Typer) {
    var current = expression
    while true {
      if let special = current.as(GenericSpecializationExprSyntax.self) {
        current = special.expression
      } else if let member = current.as(MemberAccessExprSyntax.self), let base = member.base {
        if let module = base.as(DeclReferenceExprSyntax.self),
          Library(module: module.baseName.text) != nil
        {
          remove(
            from: module.positionAfterSkippingLeadingTrivia,
            to: member.declName.positionAfterSkippingLeadingTrivia)
          if member.declName.baseName.text == "Guarantee" {
            replace(member.declName, with: "Promise")
          }
          return
        }
        current = base
      } else {
        break
      }
    }
    guard let reference = current.as(DeclReferenceExprSyntax.self) else { return }
    let isOther = typer.isOtherThanExtended(reference)
    if isOther || reference.baseName.text == "Guarantee" {
      replace(reference.baseName, with: isOther ? "AsyncPromises.Promise" : "Promise")
    }
  }

  /// `Promise(resolver: { … })` becomes `Promise { … }`.
  fileprivate mutating func trailResolver(of call: FunctionCallExprSyntax) {
    guard let left = call.leftParen, let right = call.rightParen, call.arguments.count == 1,
      let closure = call.argument("resolver")?.as(ClosureExprSyntax.self)
    else { return }
    replace(
      from: left.positionAfterSkippingLeadingTrivia,
      to: closure.positionAfterSkippingLeadingTrivia, with: " ")
    remove(
      from: closure.endPositionBeforeTrailingTrivia, to: right.endPositionBeforeTrailingTrivia)
  }

  /// `{ seal in get(seal) }` becomes `{ get($0) }`.
  fileprivate mutating func removeSignature(of closure: ClosureExprSyntax) {
    guard let signature = closure.signature else { return }
    remove(
      from: closure.leftBrace.endPositionBeforeTrailingTrivia,
      to: signature.endPositionBeforeTrailingTrivia)
  }

  /// The `seal(x)` of a guarantee becomes `seal.fulfill(x)`; a `seal` that is passed as a function
  /// becomes a closure.
  fileprivate mutating func fulfil(_ use: NameReader.Name) {
    if use.call != nil {
      insert(".fulfill", after: use.node)
    } else {
      replace(use.node, with: "{ \(use.text).fulfill($0) }")
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether the call is `.init(…)`, with or without a type before it.
  fileprivate var isInit: Bool { calleeName.text == "init" }
}

extension Syntax {
  /// The innermost closure around the node.
  var enclosingClosure: ClosureExprSyntax? {
    var current = parent
    while let here = current {
      if let closure = here.as(ClosureExprSyntax.self) { return closure }
      current = here.parent
    }
    return nil
  }
}

extension MemberAccessExprSyntax {
  /// The uses of `resolve` in `let (guarantee, resolve) = Guarantee<Int>.pending()`; nil if there
  /// may be others.
  fileprivate func resolveUses(_ typer: Typer) -> [NameReader.Name]? {
    guard let binding = parent?.parent?.parent?.as(PatternBindingSyntax.self),
      let names = binding.pattern.as(TuplePatternSyntax.self)?.elements, names.count == 2,
      let name = names.last?.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText,
      let list = binding.parent?.parent?.parent?.parent?.as(CodeBlockItemListSyntax.self),
      // Other files may use what is declared there.
      list.parent?.is(SourceFileSyntax.self) == false
    else { return nil }
    let uses = NameReader.names(in: list).filter { use in
      guard use.text == name else { return false }
      return typer.resolve(name, at: use.node).origin == .local(binding.id)
    }
    let areKnown = uses.allSatisfy { use in
      use.call != nil || use.node.parent?.is(LabeledExprSyntax.self) == true
    }
    return areKnown ? uses : nil
  }
}

extension MemberAccessExprSyntax {
  /// `number.map(Promise.value)`: the function, rather than the promise of nothing.
  fileprivate var isMappedByName: Bool {
    guard base?.is(DeclReferenceExprSyntax.self) == true,
      let (call, label) = ExprSyntax(self).callItIsPassedTo, label == nil
    else { return false }
    return ["compactMap", "flatMap", "map"].contains(call.calleeName.text)
  }
}
