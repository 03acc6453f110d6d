// Turns a chain that a function returns into statements, link by link from its head.

import SwiftSyntax

/// The destination of the value of a chain.
enum AsyncTarget {
  /// The function returns it.
  case result
  /// A new constant.
  case bind(String)
  /// A constant declared earlier.
  case assign(String)
  /// The value is unused; `isVoid` means that it is certainly `Void`.
  case discard(isVoid: Bool)

  /// Whether the place that the value goes to states its type.
  var tellsType: Bool {
    switch self {
    case .result, .assign: true
    case .bind(let pattern): pattern.contains(":")
    case .discard: false
    }
  }
}

/// Thrown if a link can't become a statement: it stays a promise, along with all links before it.
struct AsyncFailure: Error {
  let reason: Reason
  /// The number of links that stay a promise; nil until `AsyncBuilder` fills it in.
  var links: Int?
}

extension AsyncWriter {
  /// Replaces `return promise` with statements.
  func lower(_ node: ReturnStmtSyntax, _ edits: inout Edits) {
    guard let expression = node.expression else { return }
    let scope = scope(of: Syntax(node))
    var lines: [String]
    do {
      lines = try lower(expression, .result, in: scope)
    } catch {
      failure = error.reason
      return
    }
    if function.isVoid, !isLast(Syntax(node)) { lines.append("return") }
    let comments = AsyncText.comments(node.returnKeyword.trailingTrivia)
    lines = comments + lines
    let indentation = node.blanksOfLine
    guard node.indentation == nil, lines.count > 1 else {
      return edits.replace(node, with: lines.joined(separator: "\n\(indentation)"))
    }
    // The statement shares its line with a brace or a `case`.
    let text = AsyncText.indented(lines, by: indentation + unit).joined(separator: "\n")
    if let before = node.previousToken(viewMode: .sourceAccurate) {
      edits.remove(
        from: before.endPositionBeforeTrailingTrivia, to: node.positionAfterSkippingLeadingTrivia)
    }
    edits.replace(node, with: "\n\(text)")
    if let after = node.nextToken(viewMode: .sourceAccurate), after.indentation == nil {
      edits.insert("\n\(indentation)", after: node)
      edits.remove(
        from: node.endPositionBeforeTrailingTrivia, to: after.positionAfterSkippingLeadingTrivia)
    }
  }

  /// Whether a statement is the last one in its function.
  func isLast(_ statement: Syntax) -> Bool {
    guard let item = statement.parent?.as(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self), list.last?.id == item.id
    else { return false }
    if let closure = list.parent?.as(ClosureExprSyntax.self), inlined.contains(closure.id) {
      guard let outer = statementOf(closure) else { return false }
      return isLast(outer)
    }
    return list.parent?.parent?.id == Syntax(function.node).id
  }

  private func statementOf(_ closure: ClosureExprSyntax) -> Syntax? {
    var node = Syntax(closure)
    while let parent = node.parent {
      if parent.is(CodeBlockItemSyntax.self) { return node }
      node = parent
    }
    return nil
  }

  /// The list of statements in which the names of a node end up.
  func scope(of node: Syntax) -> CodeBlockItemListSyntax {
    var current = node.parent
    while let here = current {
      if let list = here.as(CodeBlockItemListSyntax.self) {
        guard let closure = list.parent?.as(ClosureExprSyntax.self), inlined.contains(closure.id)
        else { return list }
      }
      current = here.parent
    }
    return function.node.body?.statements ?? CodeBlockItemListSyntax([])
  }

  // MARK: Expressions

  func lower(
    _ expression: ExprSyntax, _ target: AsyncTarget, in scope: CodeBlockItemListSyntax
  ) throws(AsyncFailure) -> [String] {
    if let attempt = expression.as(TryExprSyntax.self), attempt.questionOrExclamationMark == nil {
      return try lower(attempt.expression, target, in: scope)
    }
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first, only.label == nil
    {
      return try lower(only.expression, target, in: scope)
    }
    if let choice = try choice(expression, target, in: scope) { return choice }
    let indentation = expression.blanksOfLine
    if let made = try settled(expression, target) {
      return AsyncText.lines(made, without: indentation)
    }
    switch expression.as(ExprSyntaxEnum.self) {
    case .ifExpr, .switchExpr: throw AsyncFailure(reason: .asyncLink)
    case .functionCallExpr(let call) where call.neverReturns: return [text(of: expression)]
    default: break
    }
    let steps = expression.postfixSteps
    // `queue.sync { … return .fulfilled(1) }`: only what is around it tells the type.
    if let call = steps.last?.call, let closure = typer.closureGivingResult(of: call),
      closure.results.contains(where: \.isImplicit)
    {
      throw AsyncFailure(reason: .asyncLink)
    }
    let shapes = typer.fold(steps)
    let isImplicit = if case .implicit? = steps.first?.kind { true } else { false }
    let chain = AsyncChain(steps, shapes)
    guard !isImplicit, let chain else {
      guard isImplicit else { return value(expression, isHead: false, .unknown, target) }
      guard case .result = target else { throw AsyncFailure(reason: .asyncLink) }
      return [
        "\(function.isVoid ? "" : "return ")try await Promise<\(function.value)>"
          + "\(text(of: expression)).get()"
      ].flatMap { AsyncText.lines($0, without: indentation) }
    }
    return lower(chain, target, in: scope)
  }

  /// `if` and `else` for `condition ? a : b`.
  private func choice(
    _ expression: ExprSyntax, _ target: AsyncTarget, in scope: CodeBlockItemListSyntax
  ) throws(AsyncFailure) -> [String]? {
    guard let (condition, first, second) = expression.ternary else { return nil }
    guard case .result = target else {
      guard !first.isImplicit || !second.isImplicit else {
        throw AsyncFailure(reason: .asyncLink)
      }
      return nil
    }
    let test = text(
      from: condition.start, to: condition.end, edits(in: expression, .plain))
    var lines = [test.contains("{") ? "if (\(test)) {" : "if \(test) {"]
    lines += AsyncText.indented(try lower(first, target, in: scope), by: unit) + ["} else {"]
    lines += AsyncText.indented(try lower(second, target, in: scope), by: unit) + ["}"]
    return lines.flatMap { AsyncText.lines($0, without: expression.blanksOfLine) }
  }

  /// Turns as many links as possible into statements, counted from the end.
  private func lower(
    _ chain: AsyncChain, _ target: AsyncTarget, in scope: CodeBlockItemListSyntax
  ) -> [String] {
    let before = (names, awaited, inlined, isLoop, changed, isRecursive)
    var base = 0
    while base < chain.links.count {
      do {
        var builder = try AsyncBuilder(self, chain, from: base, in: scope)
        return try builder.build(target)
      } catch let failure {
        (names, awaited, inlined, isLoop, changed, isRecursive) = before
        let links = max(failure.links ?? chain.links.count, base + 1)
        let link = chain.links[min(links, chain.links.count) - 1]
        keptLinks[link.id] = Kept(
          place: source.place(of: link.node.lastPart), name: link.name ?? "",
          reason: failure.reason)
        base = links
      }
    }
    return value(
      chain.whole, isHead: chain.links.isEmpty, chain.shape(after: chain.links.count), target)
  }

  /// The statement that awaits a promise.
  func value(
    _ expression: ExprSyntax, isHead: Bool, _ shape: Shape, _ target: AsyncTarget
  ) -> [String] {
    if isHead, case .result = target, let again = again(expression) { return again }
    if isHead, let together = together(expression, target) { return together }
    var promise = awaiting(expression, isHead: isHead)
    if case .result = target, let made = expression.madeByResolver {
      // The type was inferred from the function, which no longer returns a promise.
      var changes = edits(in: expression, .plain)
      changes.insert("<\(function.value)>", after: made.calledExpression)
      promise =
        text(
          from: expression.positionAfterSkippingLeadingTrivia,
          to: expression.endPositionBeforeTrailingTrivia, changes) + ".get()"
    }
    let comments = isHead ? AsyncText.comments(expression.trailingTrivia) : []
    var line = statement("try await \(promise)", target, isVoid: shape.value == .void)
    if line.count > lineLength, let call = expression.as(FunctionCallExprSyntax.self),
      let parts = broken(call), !text(of: call.calledExpression).contains("\n")
    {
      let end = promise.hasSuffix(".get()") ? ").get()" : ")"
      line = statement(
        "try await " + ([parts.start] + parts.arguments + [end]).joined(separator: "\n"), target,
        isVoid: shape.value == .void)
      return comments + line.split(separator: "\n").map(String.init)
    }
    return comments + AsyncText.lines(line, without: expression.blanksOfLine)
  }

  private var lineLength: Int { 100 - function.node.blanksOfLine.count - 2 * unit.count }

  /// A call with its arguments on separate lines.
  private func broken(
    _ call: FunctionCallExprSyntax
  ) -> (start: String, arguments: [String])? {
    guard call.trailingClosure == nil, !call.arguments.isEmpty else { return nil }
    let arguments = call.arguments.map { argument in
      argument.label.map { "\($0.text): \(text(of: argument.expression))" }
        ?? text(of: argument.expression)
    }
    guard arguments.allSatisfy({ !$0.contains("\n") }) else { return nil }
    let all = arguments.joined(separator: ", ")
    let lines =
      all.count <= lineLength
      ? [all]
      : arguments.enumerated().map { index, argument in
        index == arguments.count - 1 ? argument : argument + ","
      }
    return ("\(text(of: call.calledExpression))(", AsyncText.indented(lines, by: unit))
  }

  func statement(_ value: String, _ target: AsyncTarget, isVoid: Bool) -> String {
    switch target {
    case .result: function.isVoid ? value : "return \(value)"
    case .bind(let pattern): "let \(pattern) = \(value)"
    case .assign(let name): "\(name) = \(value)"
    case .discard(let isNothing): isVoid || isNothing ? value : "_ = \(value)"
    }
  }

  /// The statement that replaces `.fulfilled(x)` or `.rejected(error)`; nil for anything else.
  func settled(
    _ expression: ExprSyntax, _ target: AsyncTarget
  ) throws(AsyncFailure) -> String? {
    guard let (name, call) = expression.settledPromise else { return nil }
    let argument = call?.arguments.first?.expression
    switch name {
    case "rejected":
      guard let argument, case .result = target else { throw AsyncFailure(reason: .asyncLink) }
      return "throw \(text(of: argument))"
    default:
      guard let argument, argument.trimmedDescription != "()" else {
        if case .bind = target { throw AsyncFailure(reason: .asyncLink) }
        return ""
      }
      switch target {
      case .result: return function.isVoid ? text(of: argument) : "return \(text(of: argument))"
      case .assign, .discard: return statement(text(of: argument), target, isVoid: false)
      case .bind:
        guard argument.tellsItsType else { throw AsyncFailure(reason: .asyncLink) }
        return statement(text(of: argument), target, isVoid: false)
      }
    }
  }
}
