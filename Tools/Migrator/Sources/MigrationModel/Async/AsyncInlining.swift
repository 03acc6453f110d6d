// Turns the bodies of closures into statements of the function around them.

import SwiftSyntax

extension AsyncWriter {
  /// Checks that a closure's statements behave the same in place of its chain, and returns where
  /// they run.
  func check(_ closure: ClosureExprSyntax) throws(AsyncFailure) -> AsyncPlace {
    if let capture = closure.signature?.capture {
      let isPlain = capture.items.allSatisfy { item in
        item.specifier == nil && item.initializer == nil
          && (item.name.text == "self" || isConstant(item.name.identifierText, Syntax(closure)))
      }
      let isWeak = capture.items.contains { $0.specifier != nil }
      guard isPlain else {
        throw AsyncFailure(reason: isWeak ? .asyncWeakSelf : .asyncCapture)
      }
    }
    if let attributes = closure.signature?.attributes, !attributes.isEmpty {
      guard attributes.isMainActor, attributes.count == 1 else {
        throw AsyncFailure(reason: .asyncIsolation)
      }
      if function.isolation != .mainActor { return .mainActor }
    }
    // A closure in an actor isn't isolated to the actor unless it uses `self`.
    if isInActor, typer.selfUse(of: closure) == .none {
      throw AsyncFailure(reason: .asyncIsolation)
    }
    if BlockingCallFinder.name(in: closure.statements) != nil {
      throw AsyncFailure(reason: .asyncBlocking)
    }
    if closure.statements.contains(where: { $0.item.is(IfConfigDeclSyntax.self) }) {
      throw AsyncFailure(reason: .conditionalCompilation)
    }
    if LaterFinder.isFound(in: closure.statements) { throw AsyncFailure(reason: .asyncLater) }
    return .here
  }

  /// Whether a name refers to a parameter or a constant of the function.
  private func isConstant(_ name: String, _ node: Syntax) -> Bool {
    guard case .local = typer.resolve(name, at: node).origin else { return false }
    return !function.node.tokens(viewMode: .sourceAccurate).contains { token in
      guard token.identifierText == name, token.parent?.is(IdentifierPatternSyntax.self) == true,
        let variable = token.parent?.parent?.parent?.parent?.as(VariableDeclSyntax.self)
      else { return false }
      return variable.bindingSpecifier.text == "var"
    }
  }

  private var isInActor: Bool {
    var node = Syntax(function.node).parent
    while let here = node {
      if here.is(ActorDeclSyntax.self) { return true }
      node = here.parent
    }
    if case .ofType(let path) = function.isolation { return actors.contains(path) }
    return false
  }

  /// The name of Swift's own `Task` in this file.
  var task: String {
    let isTaken = typer.libraries.contains(.bolts) || typer.table.isDeclared("Task")
    return isTaken ? "_Concurrency.Task" : "Task"
  }

  /// The sleep that replaces `Promise.delay(for:)`; nil for any other head.
  func pause(_ head: ExprSyntax, _ target: AsyncTarget) -> [String]? {
    guard let call = head.as(FunctionCallExprSyntax.self),
      call.calledExpression.trimmedDescription == "Promise.delay"
        || call.calledExpression.trimmedDescription == "Promise<Void>.delay",
      call.arguments.count == 1, let time = call.arguments.first, time.label?.text == "for",
      call.trailingClosure == nil
    else { return nil }
    switch target {
    case .bind, .assign: return nil
    case .result where !function.isVoid: return nil
    case .result, .discard: break
    }
    return AsyncText.lines(
      "try await \(task).sleep(for: \(text(of: time.expression)))", without: head.blanksOfLine)
  }

  /// The name of the error in a handler.
  func errorName(_ closure: ClosureExprSyntax) throws(AsyncFailure) -> String {
    guard !closure.quotesParameter else { throw AsyncFailure(reason: .asyncNames) }
    let given = closure.parameterNames.first ?? "$0"
    let own = given == "_" || given == "$0" ? "error" : given
    let finder = UseFinder("error")
    finder.walk(closure.statements)
    let isTaken = given != "error" && (finder.isDeclaredAgain || !finder.uses.isEmpty)
    let name = own == "error" && isTaken ? "failure" : own
    let again = UseFinder(name)
    again.walk(closure.statements)
    guard !again.isDeclaredAgain else { throw AsyncFailure(reason: .asyncNames) }
    if given != name, given != "_" {
      guard names.rename(given, name, in: closure) else {
        throw AsyncFailure(reason: .asyncNames)
      }
    }
    return name
  }

  /// The lines of a closure's statements, with its value passed to the target.
  func inlined(
    _ closure: ClosureExprSyntax, _ kind: AsyncLinkForm.Kind, _ target: AsyncTarget
  ) throws(AsyncFailure) -> [String] {
    let scope = scope(of: Syntax(closure))
    if let only = closure.onlyExpression {
      let comments = AsyncText.comments(closure.statements.first?.leadingTrivia ?? [])
      let after = AsyncText.comments(closure.statements.first?.trailingTrivia ?? [])
      var lines = try value(only, kind, target, in: scope)
      if let last = lines.popLast() { lines.append(([last] + after).joined(separator: "  ")) }
      return comments + lines + AsyncText.comments(closure.rightBrace.leadingTrivia)
    }
    // The result of an `if` or a `switch`, which would no longer be the closure's only statement.
    if kind != .done, closure.statements.branches != nil, typer.result(of: closure) != .void {
      throw AsyncFailure(reason: .asyncLink)
    }
    if case .result = target { return body(closure, kind == .then ? .promise : .plain) }
    guard let last = closure.statements.last else {
      return body(closure, .plain)
    }
    let end = last.item.as(ReturnStmtSyntax.self)
    guard closure.returns(besidesRejections: kind == .then) == (end == nil ? 0 : 1) else {
      throw AsyncFailure(reason: .earlyExit)
    }
    guard let result = end?.expression else {
      if case .discard = target { return body(closure, .plain) }
      throw AsyncFailure(reason: .asyncLink)
    }
    let lines = body(closure, kind == .then ? .rejecting : .plain, upTo: last)
    var value = try self.value(result, kind, target, in: scope)
    let after = AsyncText.comments(last.trailingTrivia)
    if let line = value.popLast() { value.append(([line] + after).joined(separator: "  ")) }
    return lines + AsyncText.comments(last.leadingTrivia) + value
      + AsyncText.comments(closure.rightBrace.leadingTrivia)
  }

  /// `await MainActor.run { … }`
  func onMainActor(
    _ closure: ClosureExprSyntax, _ kind: AsyncLinkForm.Kind, _ target: AsyncTarget
  ) throws(AsyncFailure) -> [String] {
    let only = closure.onlyExpression
    if kind == .then, let only, let call = only.as(FunctionCallExprSyntax.self),
      plan.functions[call.id]?.isolation == .mainActor
    {
      return value(only, isHead: true, typer.shape(of: only), target)
    }
    var lines = body(closure, .plain)
    let isThrowing = kind == .then || closure.mayThrow
    // Members such as `.fulfilled(x)` need the promise's type.
    let type = kind == .then ? closure.signature?.returnClause?.type.trimmedDescription : nil
    let signature = type.map { " () -> \($0) in" } ?? ""
    let start = "\(isThrowing ? "try " : "")await MainActor.run {\(signature)"
    let end = kind == .then ? "}.get()" : "}"
    if lines.count == 1, !lines[0].contains("//") {
      lines = ["\(start) \(lines[0]) \(end)"]
    } else {
      lines = [start] + AsyncText.indented(lines, by: unit) + [end]
    }
    if kind != .done {
      guard closure.signature?.returnClause == nil || kind == .then else {
        throw AsyncFailure(reason: .asyncLink)
      }
      let isVoid = typer.result(of: closure) == .void
      lines[0] = statement(lines[0], target, isVoid: isVoid)
    }
    return lines
  }

  private func value(
    _ expression: ExprSyntax, _ kind: AsyncLinkForm.Kind, _ target: AsyncTarget,
    in scope: CodeBlockItemListSyntax
  ) throws(AsyncFailure) -> [String] {
    if kind == .then { return try lower(expression, target, in: scope) }
    let isNothing = expression.trimmedDescription == "()"
    let text = text(of: expression)
    let line: String
    switch target {
    case .result:
      if isNothing { return [] }
      line = function.isVoid || kind == .done ? text : "return \(text)"
    case .discard(let isVoid):
      if isNothing || expression.is(DeclReferenceExprSyntax.self) { return [] }
      line = isVoid || kind == .done || typer.shape(of: expression) == .void ? text : "_ = \(text)"
    case .bind, .assign:
      var isTyped = expression.tellsItsType
      if case .assign = target { isTyped = true }
      guard kind != .done, isTyped else { throw AsyncFailure(reason: .asyncLink) }
      line = statement(text, target, isVoid: false)
    }
    return AsyncText.lines(line, without: expression.blanksOfLine)
  }

  /// The lines of a closure's statements, with their comments.
  func body(
    _ closure: ClosureExprSyntax, _ mode: Mode, upTo end: CodeBlockItemSyntax? = nil
  ) -> [String] {
    guard let first = closure.statements.first, first.id != end?.id else {
      return end == nil ? AsyncText.comments(closure.rightBrace.leadingTrivia) : []
    }
    let statements = closure.statements.prefix { $0.id != end?.id }
    let isOneLine = statements.allSatisfy { $0.indentation == nil }
    if isOneLine, statements.count > 1 {
      return statements.flatMap { statement in
        AsyncText.lines(self.text(of: statement.item, mode), without: statement.blanksOfLine)
      }
    }
    let limit = end?.position ?? closure.rightBrace.positionAfterSkippingLeadingTrivia
    let changes = edits(in: closure.statements, mode)
    let text = text(from: first.position, to: limit, changes)
    let indentation = first.indentation ?? first.blanksOfLine
    var lines = AsyncText.lines("\n" + text, without: indentation).map { line in
      var line = Substring(line)
      while let last = line.last, last == " " || last == "\t" { line.removeLast() }
      return String(line)
    }
    while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    if first.indentation == nil, let line = lines.first {
      lines[0] = String(line.drop { $0 == " " })
    }
    if lines.last?.hasSuffix(";") == true { lines[lines.count - 1].removeLast() }
    return lines
  }
}

/// Where the statements of a closure run.
enum AsyncPlace {
  /// Where the function's own statements run.
  case here
  case mainActor
}

extension ClosureExprSyntax {
  /// Whether the closure has no parameters. If it receives a value, it has `_ in` or uses `$0`.
  var takesNothing: Bool { signature?.parameterClause == nil && highestDollar < 0 }

  /// The value of the last statement.
  var lastResult: ExprSyntax? {
    if let onlyExpression { return onlyExpression }
    return statements.last?.item.as(ReturnStmtSyntax.self)?.expression
  }

  /// The number of `return` statements that end the closure.
  func returns(besidesRejections: Bool) -> Int {
    statements.returns.count { !besidesRejections || $0.expression?.rejectedError == nil }
  }

  var hasReturn: Bool { returns(besidesRejections: false) > 0 }
}

/// Finds calls that async code must not make.
final class BlockingCallFinder: SyntaxVisitor {
  private var found: String?

  static func name(in node: some SyntaxProtocol) -> String? {
    let finder = BlockingCallFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      ["lock", "unlock", "wait"].contains(member.declName.baseName.text),
      node.trailingClosure == nil
    {
      found = member.declName.baseName.text
    }
    return .visitChildren
  }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
