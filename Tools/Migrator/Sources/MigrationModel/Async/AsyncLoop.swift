// Turns a tail-recursive function into a loop. A recursive chain needs constant memory, but a
// recursive async function needs more memory with each round.

import SwiftSyntax

extension AsyncWriter {
  /// The statements that replace the function's tail call to itself; nil for any other expression.
  func again(_ expression: ExprSyntax) -> [String]? {
    guard let call = expression.as(FunctionCallExprSyntax.self), blocks == 0,
      plan.functions[call.id]?.id == function.id, isOwn(call.calledExpression),
      !isInLoop(Syntax(call)), call.trailingClosure == nil,
      call.additionalTrailingClosures.isEmpty
    else { return nil }
    let parameters = function.member.parameters
    guard call.arguments.count == parameters.count,
      parameters.allSatisfy({ !$0.isVariadic })
    else { return nil }
    let pairs = zip(parameters, call.arguments).filter { parameter, argument in
      text(of: argument.expression) != parameter.name
    }
    guard let body = function.node.body else { return nil }
    let isShadowed = parameters.contains { parameter in
      let finder = UseFinder(parameter.name)
      finder.walk(body)
      return finder.isDeclaredAgain
    }
    guard !isShadowed else { return nil }
    let captured = CapturedNames.names(in: function.node, besides: inlined)
    guard pairs.allSatisfy({ !captured.contains($0.0.name) }) else { return nil }
    awaited.insert(call.id)
    isLoop = true
    for pair in pairs { changed.insert(pair.0.name) }
    let names = pairs.map(\.0.name).joined(separator: ", ")
    let values = pairs.map { text(of: $0.1.expression) }.joined(separator: ", ")
    let isOne = pairs.count == 1
    let assignment = isOne ? "\(names) = \(values)" : "(\(names)) = (\(values))"
    return pairs.isEmpty ? ["continue"] : [assignment, "continue"]
  }

  private func isOwn(_ callee: ExprSyntax) -> Bool {
    guard let member = callee.as(MemberAccessExprSyntax.self) else {
      return callee.is(DeclReferenceExprSyntax.self)
    }
    return member.base?.trimmedDescription == "self"
  }

  private func isInLoop(_ node: Syntax) -> Bool {
    var current: Syntax? = node
    while let here = current, here.id != Syntax(function.node).id {
      switch here.as(SyntaxEnum.self) {
      case .forStmt, .whileStmt, .repeatStmt: return true
      default: current = here.parent
      }
    }
    return false
  }

  /// Wraps the function's statements in a loop.
  func loop(around statements: CodeBlockItemListSyntax, _ edits: Edits) -> Edits {
    guard let first = statements.first, let body = function.node.body else { return edits }
    let inner = text(
      from: first.positionAfterSkippingLeadingTrivia,
      to: body.rightBrace.positionAfterSkippingLeadingTrivia, edits)
    let outer = function.node.blanksOfLine
    let indentation = first.indentation ?? outer + unit
    var lines = AsyncText.lines(inner, without: indentation)
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    if lines.last == "continue" { lines.removeLast() }
    let variables = changed.sorted().map { "var \($0) = \($0)" }
    lines = variables + ["while true {"] + AsyncText.indented(lines, by: unit) + ["}"]
    let text = lines.joined(separator: "\n\(indentation)")
    var whole = Edits()
    if first.indentation == nil {
      whole.remove(
        from: body.leftBrace.endPositionBeforeTrailingTrivia,
        to: first.positionAfterSkippingLeadingTrivia)
      whole.insert("\n\(indentation)", after: body.leftBrace)
    }
    whole.remove(
      from: first.positionAfterSkippingLeadingTrivia,
      to: body.rightBrace.positionAfterSkippingLeadingTrivia)
    whole.insert(text + "\n" + outer, before: first)
    return whole
  }
}

/// Finds the names used in a function's closures, except closures that become its statements.
private final class CapturedNames: SyntaxVisitor {
  private var names: Set<String> = []
  private let inlined: Set<SyntaxIdentifier>
  private var depth = 0

  static func names(
    in function: FunctionDeclSyntax, besides inlined: Set<SyntaxIdentifier>
  ) -> Set<String> {
    let finder = CapturedNames(inlined)
    if let body = function.body { finder.walk(body) }
    return finder.names
  }

  private init(_ inlined: Set<SyntaxIdentifier>) {
    self.inlined = inlined
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    if !inlined.contains(node.id) { depth += 1 }
    return .visitChildren
  }
  override func visitPost(_ node: ClosureExprSyntax) {
    if !inlined.contains(node.id) { depth -= 1 }
  }
  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if depth > 0 { names.insert(node.baseName.identifierText) }
    return .visitChildren
  }
}
