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
    case nil: break
    case .rewritten(let rewrite): edits.add(rewrite.edits)
    case .kept(let reason):
      isUsed = true
      guard reason.canCross || step.call?.isNamedPromise == true && reason == .resolverShape else {
        return
      }
      isAcross = true
      guard let call = step.call else { return }
      if call.isNamedPromise { edits.insert("\(library.facade).", before: call) }
      takeAcross(argumentsOf: call)
    }
  }

  /// - Parameter base: the promise that the link is called on.
  mutating func link(_ site: LinkSite, _ verdict: Verdict) {
    switch verdict {
    case .rewritten(let rewrite):
      // What `catch` of PromiseKit returns can't come back.
      if isAcross, site.base == .finalizer { break }
      comeBack()
      edits.add(rewrite.edits)
    case .kept(let reason):
      isUsed = true
      guard reason.canCross else { break }
      if !isAcross { goAcross(for: site) }
      isAcross = true
      if let call = site.call { takeAcross(argumentsOf: call) }
    }
    last = (site.node, site.result)
  }

  /// The end of the chain.
  mutating func end(isUnused: Bool) {
    let isHandedOn = last.map { typer.notes.handedAcross.contains($0.node.id) } ?? false
    if !isUnused, !isHandedOn { comeBack() }
    edits.nest()
  }

  private mutating func comeBack() {
    guard isAcross, let last, last.result.promiseType != nil else { return }
    edits.wrap(last.node, "", ".asyncPromise")
    isAcross = false
  }

  private mutating func goAcross(for site: LinkSite) {
    guard let last, last.node.id != site.node.id else {
      // In an extension of the promise, without `self`.
      return edits.insert("\(library.facadePromise)(self).", before: site.node)
    }
    edits.wrap(last.node, "\(library.facadePromise)(", ")")
  }

  /// Promises that are passed to what is kept, and those that its closures return.
  private mutating func takeAcross(argumentsOf call: FunctionCallExprSyntax) {
    for argument in call.allArguments {
      if let closure = argument.value.as(ClosureExprSyntax.self) {
        for result in closure.results { takeAcross(result) }
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

  private mutating func takeAcross(_ expression: ExprSyntax) {
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
      edits.insert(")", after: expression)
    } else if shape.element.promiseType?.library == library {
      edits.insert(".map { \(library.facadePromise)($0) }", after: expression)
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
    }
  }

  var facadePromise: String { self == .bolts ? "\(facade).Task" : "\(facade).Promise" }
}

extension Reason {
  /// Whether the link does the same on a facade's promise that was made of one of this library's.
  /// What looks at a promise now does not.
  var canCross: Bool {
    switch self {
    case .inlineQueue, .inlinePipe, .inspection, .settledByConsumer,
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
}

extension ClosureExprSyntax {
  /// The expressions that the closure returns.
  var results: [ExprSyntax] {
    if let onlyExpression { return [onlyExpression] }
    let finder = ReturnFinder(viewMode: .sourceAccurate)
    finder.walk(statements)
    return finder.results
  }
}

/// The results of the closure or function whose statements it walks.
private final class ReturnFinder: SyntaxVisitor {
  var results: [ExprSyntax] = []

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let expression = node.expression { results.append(expression) }
    return .skipChildren
  }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
