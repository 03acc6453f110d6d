// Where a chain keeps links of another library, it crosses to that library's facade before them and
// back behind them.

import SwiftSyntax

/// The changes that take a chain across and back, for the links and the head that are kept.
struct Bridge {
  let library: Library
  let typer: Typer
  private(set) var edits = Edits()
  /// Whether anything of the other library is left.
  private(set) var isUsed = false
  /// What the chain is so far, if that is the library's.
  private var isAcross = false
  private var last: (node: ExprSyntax, result: Shape)?

  init(_ library: Library, _ typer: Typer) {
    self.library = library
    self.typer = typer
  }

  mutating func head(_ step: PostfixStep, _ shape: Shape, _ verdict: Verdict?) {
    last = (step.node, shape)
    switch verdict {
    case nil:
      // A promise that can't be one of this library's has stayed where it was.
      if library == .promiseKit, typer.isNotSendable(shape.value) {
        (isAcross, isUsed) = (true, true)
      }
    case .rewritten(let rewrite):
      edits.add(rewrite.edits)
      isUsed = isUsed || rewrite.needsLibrary
    case .kept(let reason):
      isUsed = true
      let isMade = reason == .resolverShape && step.call?.makesPromise == true
      guard reason.canCross || isMade else { return }
      isAcross = true
      guard let call = step.call else { return }
      if call.isNamedPromise || isMade { edits.insert("\(library.facade).", before: call) }
      takeAcross(argumentsOf: call)
    }
  }

  /// - Parameter base: the promise that the link is called on.
  mutating func link(_ site: LinkSite, _ verdict: Verdict) {
    let before = edits
    edits = .none
    defer {
      // What is written for a link stands around all before it.
      let added = edits
      edits = before
      edits.add(around: added)
    }
    if site.base.promiseType == .thenable, let last, last.node.is(DeclReferenceExprSyntax.self) {
      // A parameter of a generic type, which is only like a promise.
      edits.wrap(last.node, "", ".promise")
    }
    switch verdict {
    case .rewritten(let rewrite):
      // What `catch` of PromiseKit returns can't come back.
      if isAcross, site.base == .finalizer { break }
      comeBack()
      edits.add(rewrite.edits)
      isUsed = isUsed || rewrite.needsLibrary
    case .kept(let reason):
      isUsed = true
      guard reason.canCross else { break }
      if !isAcross { goAcross(before: site) }
      isAcross = true
      if let call = site.call { takeAcross(argumentsOf: call) }
    }
    last = (site.node, site.result)
  }

  /// The end of the chain.
  mutating func end(isUnused: Bool) {
    let before = edits
    edits = .none
    let isHandedOn = last.map { typer.notes.handedAcross.contains($0.node.id) } ?? false
    if !isUnused, !isHandedOn { comeBack() }
    let added = edits
    edits = before
    edits.add(around: added)
    edits.nest()
  }

  private mutating func comeBack() {
    guard isAcross, let last, last.result.promiseType != nil else { return }
    if library == .promiseKit, typer.isNotSendable(last.result.value) { return }
    edits.wrap(last.node, "", ".asyncPromise")
    isAcross = false
  }

  private mutating func goAcross(before site: LinkSite) {
    let callee = site.call?.calledExpression.as(DeclReferenceExprSyntax.self)
    guard let last, last.node.id != site.node.id, callee == nil else {
      // In an extension of the promise, without `self`.
      return edits.insert("\(library.facadePromise)(self).", before: site.node)
    }
    let end = site.base == .finalizer ? ".catch(policy: .allErrors) { _ in }" : ""
    edits.wrap(last.node, "\(library.facadePromise)(", ")\(end)")
  }

  /// Promises that are passed to what is kept, and those that its closures return.
  private mutating func takeAcross(argumentsOf call: FunctionCallExprSyntax) {
    for argument in call.allArguments {
      if let closure = argument.value.as(ClosureExprSyntax.self) {
        for result in closure.results { takeAcross(result, of: call) }
        if let type = closure.signature?.returnClause?.type,
          typer.resolver.shape(of: type, in: typer.context(of: Syntax(closure))).promiseType != nil
        {
          edits.insert("\(library.facade).", before: type)
        }
      } else {
        takeAcross(argument.value)
      }
    }
  }

  private mutating func takeAcross(
    _ expression: ExprSyntax, of call: FunctionCallExprSyntax? = nil
  ) {
    // Written by a rewrite before this; of a known promise, it is taken away and written again.
    if let call = expression.as(FunctionCallExprSyntax.self),
      call.calledExpression.trimmedDescription == library.facadePromise,
      typer.keepsConversion(call)
    {
      typer.notes.handedAcross.insert(expression.id)
      return
    }
    let shape = typer.shape(of: expression)
    if shape.promiseType?.library == library {
      edits.insert("\(library.facadePromise)(", before: expression)
      if library == .promiseKit, call?.calleeName.text == "ensureThen" {
        // It takes a guarantee.
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
      edits.insert(".map { \(library.facadePromise)($0) }", after: base)
    } else if shape.element.promiseType?.library == library {
      let isSequence = expression.is(SequenceExprSyntax.self)
      if isSequence { edits.insert("(", before: expression) }
      let end = isSequence ? ")" : ""
      edits.insert("\(end).map { \(library.facadePromise)($0) }", after: expression)
    }
  }
}

extension Bridge {
  /// `recover` with a guarantee recovers cancellations as well.
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
  /// The module of this package that has the library's vocabulary.
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
  /// Whether the link does the same on a facade's promise that was made of one of this library's.
  /// What looks at a promise now does not.
  var canCross: Bool {
    switch self {
    case .inspection, .settledByConsumer,
      .completionSource, .ownExtension, .unknownCall, .conditionalCompilation,
      .resolverShape, .ternaryHead, .overloadedOperator:
      false
    default: true
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether it makes a promise, whose type has the same name here.
  fileprivate var isNamedPromise: Bool { calledName?.name == "Promise" }

  /// The same of PromiseKit's guarantees, also by a static member.
  fileprivate var makesPromise: Bool {
    let first = firstToken(viewMode: .sourceAccurate)?.text
    return first == "Promise" || first == "Guarantee"
  }
}
