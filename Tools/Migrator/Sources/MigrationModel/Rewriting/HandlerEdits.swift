// Edits to a call and its closure that many rewrites share.

import SwiftSyntax

extension Edits {
  mutating func replace(
    from start: AbsolutePosition, to end: AbsolutePosition, with text: String
  ) {
    remove(from: start, to: end)
    insert(text, at: start)
  }

  /// Renames a call, and replaces the arguments before its handler.
  mutating func set(_ call: FunctionCallExprSyntax, name: String?, arguments: String?) {
    let callee = call.calleeName
    guard call.trailingClosure == nil, let handler = call.arguments.last, let left = call.leftParen
    else {
      let all = arguments.map { "(\($0))" } ?? ""
      if let left = call.leftParen, let right = call.rightParen {
        remove(
          from: left.positionAfterSkippingLeadingTrivia, to: right.endPositionBeforeTrailingTrivia)
      }
      if name != nil || !all.isEmpty { replace(callee, with: (name ?? callee.text) + all) }
      return
    }
    if let name { replace(callee, with: name) }
    let start = left.endPositionBeforeTrailingTrivia
    if call.arguments.count > 1 {
      remove(from: start, to: handler.positionAfterSkippingLeadingTrivia)
    }
    if let arguments { insert("\(arguments), ", at: start) }
  }

  /// Inserts text directly after the last token of a call, before anything else that is inserted
  /// there.
  mutating func close(_ call: FunctionCallExprSyntax, _ text: String) {
    guard let last = call.lastToken(viewMode: .sourceAccurate) else { return }
    replace(last, with: last.text + text)
  }

  /// Inserts text after a closure's brace, and a space if none follows it.
  mutating func open(_ closure: ClosureExprSyntax, with text: String) {
    let next = closure.leftBrace.nextToken(viewMode: .sourceAccurate)
    let isTight = closure.leftBrace.trailingTrivia.isEmpty && next?.leadingTrivia.isEmpty == true
    insert(" \(text)\(isTight ? " " : "")", after: closure.leftBrace)
  }

  /// `return load()` becomes `load()`.
  mutating func removeReturn(of exit: ReturnStmtSyntax, before result: ExprSyntax) {
    remove(
      from: exit.positionAfterSkippingLeadingTrivia,
      to: result.positionAfterSkippingLeadingTrivia)
  }

  /// Moves the captures of a closure to the closure around it.
  @discardableResult
  mutating func take(_ capture: ClosureCaptureClauseSyntax) -> String {
    let next = capture.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
    guard let next else { return "" }
    remove(
      from: capture.positionAfterSkippingLeadingTrivia,
      to: next.tokenKind == .keyword(.in)
        ? next.endPosition : next.positionAfterSkippingLeadingTrivia)
    return capture.trimmedDescription
  }

  /// Marks a closure with an attribute such as `@MainActor`, and names a parameter that had no
  /// name.
  mutating func mark(
    _ closure: ClosureExprSyntax, _ attribute: String?, parameter: String? = nil
  ) {
    guard attribute != nil || parameter != nil else { return }
    guard let signature = closure.signature else {
      let words = [attribute, parameter].compactMap(\.self).joined(separator: " ")
      return open(closure, with: "\(words) in")
    }
    if let attribute {
      insert("\(attribute) ", before: signature)
      separateParameters(of: signature)
    }
    if let parameter { insert("\(parameter) ", before: signature.inKeyword) }
  }

  /// Keeps parameters in parentheses from being arguments of the attribute before them, as in the
  /// Swift 5 language mode, or a pattern for a single parameter.
  private mutating func separateParameters(of signature: ClosureSignatureSyntax) {
    guard case .parameterClause(let list)? = signature.parameterClause else { return }
    if list.parameters.isEmpty, signature.returnClause == nil, signature.effectSpecifiers == nil {
      remove(
        from: list.positionAfterSkippingLeadingTrivia,
        to: signature.inKeyword.positionAfterSkippingLeadingTrivia)
    } else if list.parameters.count > (signature.capture == nil ? 0 : 1),
      list.parameters.allSatisfy({ $0.type == nil })
    {
      remove(list.leftParen)
      remove(list.rightParen)
      // Only parameters in parentheses have labels.
      for parameter in list.parameters {
        guard let name = parameter.secondName else { continue }
        remove(
          from: parameter.firstName.positionAfterSkippingLeadingTrivia,
          to: name.positionAfterSkippingLeadingTrivia)
      }
    } else if signature.capture == nil, signature.effectSpecifiers == nil,
      // The rewrite may remove it.
      ["Void", "()", nil].contains(signature.returnClause?.type.trimmedDescription)
    {
      insert("[] ", before: list)
    }
  }

  /// Returns the name of a closure's parameter, and adds the given one if it is `_`.
  mutating func nameParameter(of closure: ClosureExprSyntax, _ name: String) -> String {
    let parameters = closure.parameters
    guard let only = parameters.first?.name, parameters.count == 1 else { return "$0" }
    guard only.text == "_" else { return only.text }
    replace(only, with: name)
    return name
  }

  /// Inserts a statement before the first one in a closure, and splits a closure that is on one
  /// line.
  mutating func insert(
    statement: String, in closure: ClosureExprSyntax, returning: Bool, closing: String = ""
  ) {
    guard let first = closure.statements.first, let last = closure.statements.last else {
      return insert(first: statement, in: closure)
    }
    let isExpression = first.item.is(ExprSyntax.self)
    let result = returning && closure.statements.count == 1 && isExpression ? "return " : ""
    if first.indentation != nil {
      insert(first: statement, in: closure)
      if !result.isEmpty { insert(result, before: first) }
      if !closing.isEmpty { insert(closing, after: last) }
      return
    }
    let start =
      closure.signature?.endPositionBeforeTrailingTrivia
      ?? closure.leftBrace.endPositionBeforeTrailingTrivia
    let indentation = closure.blanksOfLine
    let lineBreak = "\n\(indentation)\(closure.indentationUnit)"
    let begin = first.positionAfterSkippingLeadingTrivia
    if closure.isBlank(from: start, to: begin),
      closure.isBlank(
        from: last.endPositionBeforeTrailingTrivia,
        to: closure.rightBrace.positionAfterSkippingLeadingTrivia)
    {
      remove(from: start, to: begin)
      insert("\(lineBreak)\(statement)\(lineBreak)\(result)", at: begin)
      let end = last.endPositionBeforeTrailingTrivia
      let brace = closure.rightBrace.positionAfterSkippingLeadingTrivia
      insert(closing + "\n\(indentation)", after: last)
      if end < brace { remove(from: end, to: brace) }
    } else {
      insert("\(statement); \(result)", at: begin)
      if !closing.isEmpty { insert(closing, after: last) }
    }
  }
}

extension Edits {
  /// Inserts a statement at the beginning of a closure's body.
  mutating func insert(first statement: String, in closure: ClosureExprSyntax) {
    guard let first = closure.statements.first else {
      let opening = closure.signature.map(Syntax.init) ?? Syntax(closure.leftBrace)
      let isTight = opening.trailingTrivia.isEmpty && closure.rightBrace.leadingTrivia.isEmpty
      return insert(" \(statement)\(isTight ? " " : "")", after: opening)
    }
    insert(statement + separator(before: Syntax(first), in: closure), before: first)
  }

  /// Inserts a statement at the end of a closure's body, after a comment on its last line.
  mutating func insert(last statement: String, in closure: ClosureExprSyntax) {
    guard let last = closure.statements.last else {
      return insert(first: statement, in: closure)
    }
    let text = separator(before: Syntax(last), in: closure) + statement
    if last.indentation == nil {
      insert(text, after: last)
    } else {
      insert(text, at: last.endPosition)
    }
  }

  /// A line break and the indentation of a statement, or a semicolon if the statement shares its
  /// line with the brace.
  private func separator(before statement: Syntax, in closure: ClosureExprSyntax) -> String {
    statement.indentation.map { "\n\($0)" } ?? "; "
  }

  /// Moves the only statement of a closure to a separate line.
  mutating func breakLines(of closure: ClosureExprSyntax) {
    guard let only = closure.statements.first else { return }
    let start =
      closure.signature?.endPositionBeforeTrailingTrivia
      ?? closure.leftBrace.endPositionBeforeTrailingTrivia
    let lineBreak = "\n\(closure.blanksOfLine)"
    let begin = only.positionAfterSkippingLeadingTrivia
    let end = only.endPositionBeforeTrailingTrivia
    let brace = closure.rightBrace.positionAfterSkippingLeadingTrivia
    guard closure.isBlank(from: start, to: begin), closure.isBlank(from: end, to: brace) else {
      return
    }
    replace(from: start, to: begin, with: "\(lineBreak)\(closure.indentationUnit)")
    insert(lineBreak, after: only)
    remove(from: end, to: brace)
  }

  /// Inserts a statement at the end of a closure, on a separate line.
  mutating func insert(end statement: String, in closure: ClosureExprSyntax) {
    guard let first = closure.statements.first, let last = closure.statements.last,
      first.indentation == nil
    else { return insert(last: statement, in: closure) }
    let start =
      closure.signature?.endPositionBeforeTrailingTrivia
      ?? closure.leftBrace.endPositionBeforeTrailingTrivia
    let lineBreak = "\n\(closure.blanksOfLine)"
    let begin = first.positionAfterSkippingLeadingTrivia
    let end = last.endPositionBeforeTrailingTrivia
    let brace = closure.rightBrace.positionAfterSkippingLeadingTrivia
    guard closure.isBlank(from: start, to: begin), closure.isBlank(from: end, to: brace) else {
      return insert("; \(statement)", after: last)
    }
    replace(from: start, to: begin, with: "\(lineBreak)\(closure.indentationUnit)")
    insert("\(lineBreak)\(closure.indentationUnit)\(statement)\(lineBreak)", after: last)
    remove(from: end, to: brace)
  }
}

extension Edits {
  /// Promises are values here: `===` becomes `==`, which is true for copies of one promise.
  mutating func compareAsValues(_ node: SequenceExprSyntax, _ typer: Typer, _ library: Library) {
    for (left, sign, right) in node.identityComparisons {
      let isOfPromises = [left, right].contains { operand in
        let type = typer.shape(of: operand).promiseType
        return type?.library == library && type != .stayingGooglePromise
      }
      if isOfPromises { replace(sign.operator, with: String(sign.operator.text.dropLast())) }
    }
  }
}

extension FunctionCallExprSyntax {
  /// The called name, without the part before a dot.
  var calleeName: TokenSyntax {
    if let member = calledExpression.as(MemberAccessExprSyntax.self) {
      return member.declName.baseName
    }
    if let special = calledExpression.as(GenericSpecializationExprSyntax.self),
      let reference = special.expression.as(DeclReferenceExprSyntax.self)
    {
      return reference.baseName
    }
    return calledExpression.as(DeclReferenceExprSyntax.self)?.baseName
      ?? calledExpression.firstToken(viewMode: .sourceAccurate) ?? .identifier("")
  }
}

extension ClosureExprSyntax {
  /// Whether there are only spaces between two positions.
  func isBlank(from start: AbsolutePosition, to end: AbsolutePosition) -> Bool {
    let offset = position.utf8Offset
    let bytes = Array(description.utf8)
    let (lower, upper) = (start.utf8Offset - offset, end.utf8Offset - offset)
    guard lower >= 0, lower <= upper, upper <= bytes.count else { return false }
    return bytes[lower..<upper].allSatisfy { $0 == UInt8(ascii: " ") }
  }
}

extension SyntaxProtocol {
  /// The indentation of the line that the node starts on.
  var blanksOfLine: String {
    var token = firstToken(viewMode: .sourceAccurate)
    while let here = token {
      if let blanks = here.indentation { return blanks }
      token = here.previousToken(viewMode: .sourceAccurate)
    }
    return ""
  }
}
