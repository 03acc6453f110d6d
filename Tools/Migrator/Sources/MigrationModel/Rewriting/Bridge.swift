// Where a chain keeps links of another library, it crosses to that library's facade before them and
// back after them.

import SwiftSyntax

/// The edits that take a chain to the facade and back, around a head and links that are kept.
struct Bridge {
  let library: Library
  let typer: Typer
  private(set) var edits = Edits()
  /// Whether the chain still uses the other library.
  private(set) var isUsed = false
  /// Whether a part of the chain becomes this library's.
  private(set) var moves = false
  /// The number of conversions.
  private(set) var crossings = 0
  /// Whether the rewrite would mean something else, or not compile.
  private(set) var isHazard = false
  /// Whether the chain has crossed to the facade at this point.
  private var isAcross = false
  private var last: (node: ExprSyntax, result: Shape)?

  init(_ library: Library, _ typer: Typer) {
    self.library = library
    self.typer = typer
  }

  mutating func head(_ step: PostfixStep, _ shape: Shape, _ verdict: Verdict?) {
    last = (step.node, shape)
    defer {
      edits.enclose(step.node)
      stay(step.node)
    }
    let isStaying = shape.promiseType == .stayingGooglePromise && !typer.stays(step.node)
    if isStaying || verdict == nil && typer.isHeld(step) {
      (isAcross, isUsed) = (true, true)
      return
    }
    switch verdict {
    case nil:
      // This library can't have a promise of this value, so the promise remains the facade's.
      if typer.isNotSendable(shape.value) {
        (isAcross, isUsed) = (true, true)
      } else {
        moves = true
      }
    case .rewritten(let rewrite):
      moves = true
      edits.add(rewrite.edits)
      isUsed = isUsed || rewrite.needsLibrary
    case .kept(let reason):
      isUsed = true
      let implicit = step.call?.calledExpression.as(MemberAccessExprSyntax.self)
      if reason == .resolverShape, let implicit, implicit.base == nil {
        // `.init { … }` would mean this library's promise.
        let type = shape.promiseType == .guarantee ? "\(library.facade).Guarantee" : nil
        edits.replace(implicit, with: type ?? library.facadePromise)
        isAcross = true
        return
      }
      let isMade = reason == .resolverShape && step.call?.makesPromise == true
      guard reason.canCross || isMade else { return }
      isAcross = true
      guard let call = step.call else { return }
      let isNamed = call.firstToken(viewMode: .sourceAccurate)?.text == "Promise"
      if call.isNamedPromise || isMade || isNamed {
        edits.insert("\(library.facade).", before: call)
      }
      takeAcross(argumentsOf: call)
    }
  }

  /// Adds the edits of a link.
  mutating func link(_ site: LinkSite, _ verdict: Verdict) {
    let before = edits
    edits = .none
    defer {
      // The text of a link encloses everything before it.
      edits.enclose(site.node)
      let added = edits
      edits = before
      edits.add(around: added)
    }
    if site.base.promiseType == .thenable, let last, last.node.is(DeclReferenceExprSyntax.self) {
      // A parameter of a generic type isn't a promise itself, but has a `promise` property.
      edits.wrap(last.node, "", ".promise")
    }
    switch verdict {
    case .rewritten(let rewrite):
      // The result of PromiseKit's `catch` can't cross back.
      if isAcross, site.base == .finalizer { break }
      moves = true
      comeBack()
      edits.add(rewrite.edits)
      isUsed = isUsed || rewrite.needsLibrary
    case .kept(let reason):
      isUsed = true
      let isAdded = reason == .unknownCall && site.name != "init"
      isHazard = isHazard || isAdded || typer.mayReturnMovedPromise(site)
      guard reason.canCross else { break }
      if !isAcross { goAcross(before: site) }
      isAcross = true
      if let call = site.call { takeAcross(argumentsOf: call) }
    }
    last = (site.node, site.result)
    stay(site.node)
  }

  /// Continues after a `?`, a `!` or a subscript.
  mutating func pass(_ node: ExprSyntax, _ result: Shape) { last = (node, result) }

  /// Makes a promise google/promises' where it is made, because that is what must stay.
  private mutating func stay(_ node: ExprSyntax) {
    guard typer.stays(node), !isAcross else { return }
    edits.wrap(node, "\(library.facadePromise)(", ")", isOutside: true)
    (isAcross, isUsed) = (true, true)
  }

  /// Ends the chain.
  mutating func end(isUnused: Bool) {
    let before = edits
    edits = .none
    let isHandedOn = last.map { typer.notes.handedAcross.contains($0.node.id) } ?? false
    let destination = last.map { typer.destination(of: $0.node) } ?? .either
    let isStaying = last?.result.promiseType == .stayingGooglePromise
    if destination == .staying {
      goAcrossAtEnd()
    } else if !isUnused, !isHandedOn, !isStaying || destination == .moved {
      comeBack()
    }
    let added = edits
    edits = before
    edits.add(around: added)
    edits.nest()
  }

  private mutating func goAcrossAtEnd() {
    guard !isAcross, let last, last.result.promiseType?.library == library else { return }
    crossings += 1
    // If it is stored, it stays from the next analysis on.
    typer.stay(stored: last.node)
    if case .optional = last.result {
      edits.wrap(last.node, "", ".map { \(library.facadePromise)($0) }", isOutside: true)
    } else {
      edits.wrap(last.node, "\(library.facadePromise)(", ")", isOutside: true)
    }
    isUsed = true
  }

  private mutating func comeBack() {
    guard isAcross, let last, last.result.promiseType != nil else { return }
    if typer.isNotSendable(last.result.value) { return }
    crossings += 1
    let isOptional = if case .optional = last.result { true } else { false }
    edits.wrap(last.node, "", isOptional ? "?.asyncPromise" : ".asyncPromise", isOutside: true)
    (isAcross, moves) = (false, true)
  }

  private mutating func goAcross(before site: LinkSite) {
    crossings += 1
    let callee = site.call?.calledExpression.as(DeclReferenceExprSyntax.self)
    guard let last, last.node.id != site.node.id, callee == nil else {
      // The link is in an extension of the promise, and has no explicit `self`.
      return edits.insert("\(library.facadePromise)(self).", before: site.node)
    }
    // The link is skipped if there is no promise; the conversion isn't.
    isHazard = isHazard || last.node.isOptionalChain
    let end = site.base == .finalizer ? ".catch(policy: .allErrors) { _ in }" : ""
    edits.wrap(last.node, "\(library.facadePromise)(", ")\(end)", isOutside: true)
  }

  /// Converts the promises that are passed to a kept call, and those that its closures return.
  private mutating func takeAcross(argumentsOf call: FunctionCallExprSyntax) {
    for argument in call.allArguments {
      if let closure = argument.value.as(ClosureExprSyntax.self) {
        for result in closure.results { takeAcross(result, of: call) }
        if let type = closure.signature?.returnClause?.type, !type.is(MemberTypeSyntax.self),
          typer.resolver.shape(of: type, in: typer.context(of: Syntax(closure))).promiseType != nil
        {
          edits.insert("\(library.facade).", before: type)
        }
      } else if ["fulfilled", "resolved"].contains(argument.label),
        call.argument("concurrently") != nil,
        argument.value.lastStep?.step.name != "makeIterator"
      {
        // An iterator of this library's promises.
        moves = true
        edits.insert("AnyIterator { ", before: argument.value)
        edits.insert(
          ".next().map { \(library.facadePromise)($0) } }", after: argument.value)
      } else {
        isHazard = isHazard || isOpenGroup(call, argument)
        takeAcross(argument.value)
      }
    }
  }

  /// Whether a group waits for promises in a value that can't be converted, because its type is
  /// unknown or generic.
  private func isOpenGroup(
    _ call: FunctionCallExprSyntax, _ argument: (label: String?, value: ExprSyntax)
  ) -> Bool {
    let groups = ["all", "any", "race", "when", "whenAll", "whenAllResult", "whenAny"]
    let shape = typer.shape(of: argument.value)
    return groups.contains(call.calleeName.text)
      && [nil, "fulfilled", "resolved"].contains(argument.label)
      && argument.value.lastStep?.step.name != "makeIterator"
      && shape.promiseType == nil && shape.element.promiseType == nil
  }

  private mutating func takeAcross(
    _ expression: ExprSyntax, of call: FunctionCallExprSyntax? = nil
  ) {
    // A previous rewrite has added this conversion. For a known promise, it is removed and added
    // again.
    if let call = expression.as(FunctionCallExprSyntax.self),
      call.calledExpression.trimmedDescription == library.facadePromise,
      typer.keepsConversion(call)
    {
      typer.notes.handedAcross.insert(expression.id)
      return
    }
    if expression.trimmedDescription.hasSuffix(".map { \(library.facadePromise)($0) }") {
      typer.notes.handedAcross.insert(expression.id)
      return
    }
    let shape = typer.shape(of: expression)
    let isHeld = expression.lastStep.map { typer.isHeld($0.step) } ?? false
    if shape.promiseInside == .stayingGooglePromise || isHeld {
      typer.notes.handedAcross.insert(expression.id)
      return
    }
    // A promise of this value is already the facade's.
    if shape.promiseType != nil, typer.isNotSendable(typer.madeValue(expression)) { return }
    if case .function(let given, let result) = shape, result.promiseType?.library == library {
      // A function that is passed by name returns one of this library's promises.
      moves = true
      crossings += 1
      let arguments = given.indices.map { "$\($0)" }.joined(separator: ", ")
      let isMethod =
        expression.as(DeclReferenceExprSyntax.self).map {
          typer.resolve($0.baseName.identifierText, at: $0).origin == .member
        } ?? false
      let text = (isMethod ? "self." : "") + expression.trimmedDescription
      // A `$0` of the closure around it.
      let isAnonymous = text.hasPrefix("$")
      let start = isAnonymous ? "{ [body = \(text)] in " : "{ "
      let function = isAnonymous ? "body" : text
      let attempt = typer.mayThrow(function: expression) ? "try " : ""
      edits.replace(
        expression,
        with: "\(start)\(attempt)\(library.facadePromise)(\(function)(\(arguments))) }")
      return
    }
    if shape.promiseType?.library == library {
      crossings += 1
      moves = true
      edits.insert("\(library.facadePromise)(", before: expression)
      if library == .promiseKit, call?.calleeName.text == "ensureThen" {
        // `ensureThen` takes a guarantee.
        edits.insert(").recover { _ in }", after: expression)
        return
      }
      if shape.promiseType == .guarantee, let call, call.calleeName.text == "recover" {
        recoverAll(call)
      }
      edits.insert(")", after: expression)
    } else if let (iterator, base) = expression.lastStep, iterator.name == "makeIterator", let base,
      typer.shape(of: base).element.promiseType?.library == library
    {
      moves = true
      edits.insert(".map { \(library.facadePromise)($0) }", after: base)
    } else if shape.element.promiseType?.library == library {
      moves = true
      let isSequence = expression.is(SequenceExprSyntax.self)
      if isSequence { edits.insert("(", before: expression) }
      let end = isSequence ? ")" : ""
      edits.insert("\(end).map { \(library.facadePromise)($0) }", after: expression)
    }
  }
}

extension Bridge {
  /// `recover` with a guarantee recovers from cancellations as well.
  private mutating func recoverAll(_ call: FunctionCallExprSyntax) {
    if let right = call.rightParen, !call.arguments.isEmpty {
      if call.argument("policy") == nil, call.trailingClosure != nil {
        edits.insert(", policy: .allErrors", before: right)
      }
    } else if call.leftParen == nil {
      edits.insert("(policy: .allErrors)", after: call.calleeName)
    }
  }
}

extension Library {
  /// The module of this package that provides the library's vocabulary.
  var facade: String {
    switch self {
    case .promiseKit: "PromiseKitCompat"
    case .google: "GooglePromisesCompat"
    case .bolts: "BoltsCompat"
    case .own: "AsyncPromises"
    }
  }

  var facadePromise: String { self == .bolts ? "\(facade).Task" : "\(facade).Promise" }
}

extension Reason {
  /// Whether the link does the same on a facade's promise that was made from one of this library's.
  /// Calls that inspect a promise without waiting don't.
  var canCross: Bool {
    switch self {
    case .inspection, .settledByConsumer,
      .completionSource, .unknownCall, .conditionalCompilation,
      .resolverShape, .ternaryHead, .overloadedOperator:
      false
    default: true
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether the call makes a promise whose type has the same name in this library.
  fileprivate var isNamedPromise: Bool { calledName?.name == "Promise" }

  /// Like `isNamedPromise`, but including PromiseKit's guarantees and static members.
  fileprivate var makesPromise: Bool {
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
