// How the functions and initializers that start google/promises' chains are rewritten.

import SwiftSyntax

extension GoogleJudge {
  static func judge(function name: String, _ call: FunctionCallExprSyntax, _ site: LinkSite)
    -> Verdict
  {
    let isRefused = call.allArguments.contains { argument in
      guard let closure = argument.value.as(ClosureExprSyntax.self) else { return false }
      return !site.typer.isOnMainActor(Syntax(closure)) && site.typer.capturesNotSendable(closure)
    }
    if isRefused { return .kept(.notSendable) }
    switch name {
    case "all", "race": return group(name, call, site)
    case "any": return .kept(.groupOfOutcomes)
    case "retry": return GoogleRetry.judge(call, site)
    case "wrap": return GoogleWrap.judge(call, site)
    case "awaitPromise": return .kept(.blockingWait)
    default: return .kept(.unknownCall)
    }
  }

  /// Nothing runs on the queue of a group. For `all`, one promise or more than four form an array,
  /// and so do others where an array is expected.
  private static func group(
    _ name: String, _ call: FunctionCallExprSyntax, _ site: LinkSite
  ) -> Verdict {
    let inputs = Array(call.arguments).filter { $0.label == nil }
    guard let first = inputs.first, let last = inputs.last,
      inputs.count + (call.argument("on") == nil ? 0 : 1) == call.arguments.count
    else { return .kept(.unknownCall) }
    let isOne = inputs.count == 1
    let shape = site.typer.shape(of: first.expression)
    // An operator can join arrays, but not promises.
    let isSum = first.expression.is(SequenceExprSyntax.self)
    if isOne, name == "all", !shape.isKnown, !isSum { return .kept(.groupOfOutcomes) }
    let isList = isOne ? shape.promiseType != nil : inputs.count > 4 || isArray(call, site.typer)
    return .rewritten("Promise.\(name)(…)") { edits in
      edits.replace(call.calledExpression, with: "\(site.typer.promiseName(at: call)).\(name)")
      edits.removeQueue(of: call)
      guard isList, name == "all" else { return }
      edits.insert("[", before: first.expression)
      edits.insert("]", after: last.expression)
    }
  }

  /// Whether the promise that a call makes is expected to have an array as its value.
  private static func isArray(_ call: FunctionCallExprSyntax, _ typer: Typer) -> Bool {
    if call.givesArray { return true }
    guard !ExprSyntax(call).isPartOfLongerChain,
      case .array = typer.expectedShape(of: ExprSyntax(call)).value
    else { return false }
    return true
  }

  // MARK: Initializers

  static func judge(initializer call: FunctionCallExprSyntax, _ site: LinkSite) -> Verdict {
    let arguments = call.allArguments.filter { $0.label != "on" }
    guard let argument = arguments.first else { return GooglePending.judge(call, site.typer) }
    if let closure = argument.value.as(ClosureExprSyntax.self) {
      let callee = call.calledExpression.as(MemberAccessExprSyntax.self)
      if callee != nil, callee?.base == nil { return .kept(.resolverShape) }
      let isSettling = closure.parameterNames.count == 2 || closure.highestDollar >= 0
      return isSettling ? GoogleResolver.judge(call, closure, site) : body(call, closure, site)
    }
    if case .function = site.typer.shape(of: argument.value) { return .kept(.functionReference) }
    if argument.value.mayThrow {
      // The closure around it takes a `$0` for its own.
      let usesDollar = NameReader.names(in: argument.value).contains { $0.text.hasPrefix("$") }
      if usesDollar { return .kept(.closureResult) }
      return .rewritten("Promise(Result { … })") { edits in
        edits.insert("Result { ", before: argument.value)
        edits.insert(" }", after: argument.value)
      }
    }
    let isOwn = argument.value.trimmedDescription.hasPrefix("AsyncPromises.Promise")
    if isOwn || site.typer.shape(of: argument.value) == .named("AsyncPromises.Promise") {
      return .rewritten("the promise itself") { $0.unwrap(argument.value, of: ExprSyntax(call)) }
    }
    func settled(_ name: String) -> Verdict {
      .rewritten(".\(name)(…)") { edits in
        let callee = call.calledExpression.as(MemberAccessExprSyntax.self)
        if let callee, callee.declName.baseName.text == "init" {
          edits.replace(callee.declName, with: name)
        } else {
          edits.insert(".\(name)", after: call.calledExpression)
        }
      }
    }
    switch meaning(of: argument.value, in: call, site.typer) {
    case .value: return settled("fulfilled")
    case .error: return settled("rejected")
    case .unknown:
      return .rewritten(".settled(with: …)") { edits in
        settledName(call, &edits)
        edits.declareSettled()
      }
    }
  }

  /// Leaves it to the compiler whether an argument is a value or an error, as the initializers did.
  private static func settledName(_ call: FunctionCallExprSyntax, _ edits: inout Edits) {
    let callee = call.calledExpression.as(MemberAccessExprSyntax.self)
    if let callee, callee.declName.baseName.text == "init" {
      edits.replace(callee.declName, with: "settled")
    } else {
      edits.insert(".settled", after: call.calledExpression)
    }
    if let first = call.arguments.first { edits.begin("with: ", before: first) }
  }

  /// `Promise(on: queue) { work() }`, which runs its closure later in both libraries.
  private static func body(
    _ call: FunctionCallExprSyntax, _ closure: ClosureExprSyntax, _ site: LinkSite
  ) -> Verdict {
    let text = "Promise { … }"
    if site.typer.givesError(closure) { return .kept(.closureResult) }
    let isOnMain = site.typer.isOnMainActor(Syntax(closure))
    if !isOnMain,
      site.typer.capturesNotSendable(closure)
        || site.typer.isNotSendable(site.typer.result(of: closure))
    {
      return .kept(.notSendable)
    }
    guard case .kept(.backgroundQueue) = site.place else { return site.rewritten(text) }
    let isOff = site.typer.isOffActors(Syntax(closure))
    guard isOff || site.typer.isFreeOfActors(closure) else { return .kept(.backgroundQueue) }
    return .rewritten(isOff ? text : "Promise { @concurrent in … }") { edits in
      edits.removeQueue(of: call)
      if !isOff { edits.mark(closure, "@concurrent") }
    }
  }

  static func judge(
    member name: String, _ call: FunctionCallExprSyntax?, _ typer: Typer
  ) -> Verdict {
    guard name == "pending", let call else { return .kept(.unknownCall) }
    return GooglePending.judge(call, typer)
  }

  // MARK: Value or error

  private enum Meaning { case value, error, unknown }

  private static func meaning(
    of argument: ExprSyntax, in call: FunctionCallExprSyntax, _ typer: Typer
  ) -> Meaning {
    if argument.is(NilLiteralExprSyntax.self) { return .value }
    let expected = promised(call, typer)
    let shape = typer.shape(of: argument)
    if typer.isError(expected) || expected == .named("Any") {
      return typer.isError(shape) ? .error : .unknown
    }
    if typer.isError(shape) { return .error }
    if expected.isKnown, expected == shape { return .value }
    // An implicit member can't belong to the type `Error`.
    if argument.implicitMemberName != nil { return .value }
    switch shape {
    case .array, .dictionary, .tuple, .function: return .value
    case .optional(let inner): return inner.isKnown && !typer.isError(inner) ? .value : .unknown
    case .named(let name):
      let isOwn = !typer.table.visible(typer.table.types[name], from: typer.file).isEmpty
      let plain: Set = [
        "Int", "Double", "String", "Bool", "Number", "Float", "Data", "URL", "Date", "UUID",
      ]
      return isOwn || plain.contains(name) ? .value : .unknown
    default: return .unknown
    }
  }

  /// The type of the new promise's value, if the source reveals it.
  private static func promised(_ call: FunctionCallExprSyntax, _ typer: Typer) -> Shape {
    if let special = call.calledExpression.as(GenericSpecializationExprSyntax.self),
      let type = Optional(special.genericArgumentClause).types.first
    {
      return typer.resolver.shape(of: type, in: typer.context(of: Syntax(call)))
    }
    guard !ExprSyntax(call).isPartOfLongerChain else { return .unknown }
    return typer.expectedShape(of: ExprSyntax(call)).value
  }
}

extension ExprSyntax {
  /// Whether the expression contains a `try`, outside closures.
  fileprivate var mayThrow: Bool {
    let finder = TryFinder(viewMode: .sourceAccurate)
    finder.walk(self)
    return finder.isFound
  }
}

private final class TryFinder: SyntaxVisitor {
  var isFound = false

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    if node.questionOrExclamationMark == nil { isFound = true }
    return .visitChildren
  }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension Edits {
  fileprivate mutating func declareSettled() {
    declare(
      """
        /// A promise that is fulfilled with a value.
        fileprivate static func settled(with value: Value) -> Promise { .fulfilled(value) }

        /// A promise that is rejected with an error.
        fileprivate static func settled(with error: any Error) -> Promise { .rejected(error) }
      """, in: "extension Promise")
  }
}

extension Typer {
  /// Whether a closure may return an error, which rejects its promise.
  func givesError(_ closure: ClosureExprSyntax) -> Bool {
    let results = closure.results.flatMap { result in
      result.ternary.map { [$0.1, $0.2] } ?? [result]
    }
    return isError(self.result(of: closure).unwrapped)
      || results.contains { isError(shape(of: $0).unwrapped) }
  }

  /// Whether values of a type are errors, according to the sources or to the type's name.
  func isError(_ shape: Shape) -> Bool {
    var keys: [String]
    switch shape {
    case .named(let name), .generic(.named(let name)): keys = [name]
    default: return false
    }
    var seen: Set<String> = []
    while let key = keys.popLast() {
      guard seen.insert(key).inserted else { continue }
      if ["Error", "LocalizedError", "CustomNSError", "RecoverableError"].contains(key) {
        return true
      }
      let types = table.visible(table.types[key], from: file)
      if types.isEmpty, key.hasSuffix("Error") { return true }
      keys += types.flatMap { type in
        type.inherited.map { inherited in
          let name = inherited.nameWithoutArguments
          return resolver.path(of: name, in: type.context) ?? name
        }
      }
    }
    return false
  }
}

extension FunctionCallExprSyntax {
  /// Whether the closure of the link that follows takes an array, or uses what it is given as one.
  fileprivate var givesArray: Bool {
    let next = parent?.as(MemberAccessExprSyntax.self)?.parent?.as(FunctionCallExprSyntax.self)
    guard let closure = next?.trailingClosure else { return false }
    let parameter = closure.parameters.first
    if let type = parameter?.type { return type.is(ArrayTypeSyntax.self) }
    let name = parameter?.name.text ?? "$0"
    return closure.parameters.count <= 1 && closure.highestDollar <= 0
      && NameReader.names(in: closure.statements).contains { use in
        // An inner closure has a `$0` of its own.
        use.text == name && use.node.isUsedAsArray
          && (parameter != nil || Syntax(use.node).enclosingClosure?.id == closure.id)
      }
  }
}

extension DeclReferenceExprSyntax {
  /// Whether a value is used as an array: the members of a tuple are numbers.
  fileprivate var isUsedAsArray: Bool {
    switch parent?.as(SyntaxEnum.self) {
    case .memberAccessExpr(let access)?: Int(access.declName.baseName.text) == nil
    case .subscriptCallExpr(let index)?: index.calledExpression.id == ExprSyntax(self).id
    case .forStmt(let loop)?: loop.sequence.id == ExprSyntax(self).id
    default: false
    }
  }
}
