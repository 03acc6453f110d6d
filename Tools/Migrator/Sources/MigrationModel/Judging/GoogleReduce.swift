// `reduce` becomes a loop of `then`, inside a `then` that receives the first value.

import SwiftSyntax

enum GoogleReduce {
  static func judge(_ site: LinkSite) -> Verdict {
    guard let call = site.call, let closure = site.closure,
      let names = closure.bareParameters, names.count == 2,
      closure.signature?.capture == nil, closure.signature?.returnClause == nil,
      let result = names.first?.name.text, let item = names.last?.name.text,
      let items = items(of: call), isConstant(items.map(\.expression), site.typer)
    else { return .kept(.reduce) }
    let mark: String
    switch site.place {
    case .asWritten: mark = ""
    case .onActor(let actor): mark = "@\(actor) "
    case .kept(.backgroundQueue) where site.typer.isOffActors(Syntax(closure)): mark = ""
    case .kept(let reason): return .kept(reason)
    }
    let isList = items.count > 1 || !isSequence(items[0].expression, site.typer)
    guard items.count > 1 || !isList else { return .kept(.reduce) }
    let (first, promise) = (closure.freeName("first"), closure.freeName("promise"))
    return .rewritten("then { … .reduce(…) { … } }") { edits in
      edits.rename(call, to: "then")
      edits.removeQueue(of: call)
      if site.isUnusedOperator { edits.begin("_ = ", before: site.node) }
      guard let left = call.leftParen, let right = call.rightParen else { return }
      let isOnOneLine = !closure.trimmedDescription.contains("\n")
      let lineBreak = isOnOneLine ? " " : "\n\(call.lineIndentation)  "
      edits.replace(left, with: " { \(mark)\(first) in\(lineBreak)\(isList ? "[" : "")")
      let loop = "reduce(Promise.fulfilled(\(first))) { \(promise), \(item) in"
      edits.replace(right, with: "\(isList ? "]" : "").\(loop) \(promise).then")
      edits.replace(names, with: mark + result)
      edits.insert(" } }", after: closure)
    }
  }

  /// The items, if there is exactly one trailing closure. The parentheses become braces.
  private static func items(of call: FunctionCallExprSyntax) -> [LabeledExprSyntax]? {
    guard call.trailingClosure != nil, call.additionalTrailingClosures.isEmpty else { return nil }
    let items = Array(call.arguments).filter { $0.label == nil }
    let isAll = items.count == call.arguments.count { $0.label?.text != "on" }
    return items.isEmpty || !isAll ? nil : items
  }

  /// Whether the items can't change until the first value is available.
  private static func isConstant(_ items: [ExprSyntax], _ typer: Typer) -> Bool {
    items.allSatisfy { item in
      if let list = item.as(ArrayExprSyntax.self) {
        return isConstant(list.elements.map(\.expression), typer)
      }
      guard let reference = item.as(DeclReferenceExprSyntax.self) else {
        return item.is(StringLiteralExprSyntax.self) || item.is(IntegerLiteralExprSyntax.self)
          || item.is(FloatLiteralExprSyntax.self)
      }
      let resolution = typer.resolve(reference.baseName.identifierText, at: reference)
      guard case .local(let id) = resolution.origin else { return false }
      return !VariableFinder.isVariable(id, around: Syntax(reference))
    }
  }

  private static func isSequence(_ item: ExprSyntax, _ typer: Typer) -> Bool {
    if case .array = typer.shape(of: item) { return true }
    return false
  }
}

/// Finds out whether a local name is a `var`.
private final class VariableFinder: SyntaxVisitor {
  let id: SyntaxIdentifier
  var isFound = false

  static func isVariable(_ id: SyntaxIdentifier, around node: Syntax) -> Bool {
    var current = node.parent
    while let here = current {
      if let list = here.as(CodeBlockItemListSyntax.self) {
        let finder = VariableFinder(id)
        finder.walk(list)
        if finder.isFound { return true }
      }
      current = here.parent
    }
    return false
  }

  private init(_ id: SyntaxIdentifier) {
    self.id = id
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.bindingSpecifier.tokenKind == .keyword(.var),
      node.bindings.contains(where: { $0.id == id })
    {
      isFound = true
    }
    return .visitChildren
  }
}
